import { type Generated } from 'kysely';
import { type RegionCode } from '#schemas/regions.ts';
import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import { type VendorType } from '#schemas/vendors.ts';

export interface ShopCategoriesTable {
  uuid: string;
  region: RegionCode;
  type: number;
  /** Position in the list. */
  position: number;
  name: string;
  /** Name in the setup's files; null if no setup has written it. */
  setup_key: Generated<string | null>;
  /** Id in `content_pictures`, shown for products without pictures. */
  picture: Generated<string | null>;
}

/** Products on sale in a country; replicated to everyone there with access to the shop. */
export interface ShopProductsTable {
  uuid: string;
  region: RegionCode;
  /** The country's change counter at the last change of this row or its variants. */
  rev: number;
  op_id: string;
  deleted: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
  type: VendorType;
  sku: string;
  name: string;
  /** Sanitised HTML. */
  description: string;
  active: boolean;
  is_visible: boolean;
  category_uuid: string | null;
  /** Ids in `content_pictures`, in display order; the first is also the thumbnail. */
  pictures: string[];
  /** Null unless the product is marketing material. */
  marketing_type: MarketingType | null;
  /** Only set for flyers. */
  marketing_subtype: FlyerSubtype | null;
}

/** Orderable variants of a product with their stock. */
interface ShopVariantsTable {
  uuid: string;
  product_uuid: string;
  /** Position within the product. */
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
