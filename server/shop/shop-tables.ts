import { type Generated } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import { type VendorType } from '#schemas/vendors.ts';

export interface ShopCategoriesTable {
  uuid: string;
  region: RegionCode;
  type: number;
  /** Its place in the list. */
  position: number;
  name: string;
}

/** What a country can order; replicated to everybody there who has a shop. */
export interface ShopProductsTable {
  uuid: string;
  region: RegionCode;
  /** The country's counter of changes at the last change of this row or of its variants. */
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  type: VendorType;
  sku: string;
  name: string;
  /** Sanitised. */
  description: string;
  active: boolean;
  is_visible: boolean;
  category_uuid: string | null;
  /** Of `content_pictures`, in their order; the first is also the thumbnail. */
  pictures: string[];
  /** Which marketing material it is. */
  marketing_type: MarketingType | null;
  /** Of a flyer alone. */
  marketing_subtype: FlyerSubtype | null;
}

/** What is ordered of a product, and how much of it there is. */
export interface ShopVariantsTable {
  uuid: string;
  product_uuid: string;
  /** Its place in the product. */
  position: number;
  sku: string;
  stock: number;
  price: number;
  /** `ShopVariant['attrs']`. */
  attrs: unknown;
}

export interface ShopTables {
  shop_categories: ShopCategoriesTable;
  shop_products: ShopProductsTable;
  shop_variants: ShopVariantsTable;
}
