import { type ColumnType, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely';
import { type StockReason } from '#schemas/operator/shop-calls.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type FlyerSubtype, type MarketingType } from '#schemas/marketing-pictures.ts';
import { type VendorType } from '#schemas/vendors.ts';

export interface ShopCategoriesTable {
  uuid: string;
  region: RegionCode;
  type: number;
  /** Position in the list. */
  position: number;
  name: string;
  /** Name in the setup files; null if no setup has written it. */
  setup_key: Generated<string | null>;
  /** Id in `content_pictures`, shown for products without pictures. */
  picture: Generated<string | null>;
  region_id: GeneratedAlways<RegionId>;
  /** Version, incremented by changes to the name, picture, position and visibility. */
  details_rev: Generated<number>;
  /** False if installers can't filter by the category. */
  is_visible: Generated<boolean>;
}

/** Products on sale in a country; replicated to everyone there with access to the shop. */
export interface ShopProductsTable {
  uuid: string;
  region: RegionCode;
  /** Value of the country's change counter when this row or its variants last changed. */
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
  region_id: GeneratedAlways<RegionId>;
  /** Counts changes by operators and setups, except stock changes. */
  details_rev: Generated<number>;
  /** When the product will be shown in the shop; null if nothing is planned. */
  show_at: Generated<Date | null>;
  /** When the product will be hidden; null if nothing is planned. */
  hide_at: Generated<Date | null>;
  /** `AltTexts` of the pictures. */
  alt_texts: ColumnType<unknown, RawBuilder<unknown> | undefined, RawBuilder<unknown>>;
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
  /** Copies of the product's fields for lists, maintained by a trigger. */
  region_id: Generated<RegionId>;
  product_name: Generated<string>;
  /** False if the product is deleted, or the variant has left the shop. */
  is_listed: Generated<boolean>;
  /** Version, incremented by changes to the price and article number. */
  details_rev: Generated<number>;
  /** When the variant left the shop and its stock was written off; null for variants on sale. */
  ended_at: Generated<Date | null>;
}

/** Every change to a variant's stock, written by a trigger. Rows are never changed; their sum is the stock. */
interface StockMovementsTable {
  id: GeneratedAlways<number>;
  /** The variant, which may have been deleted since. */
  variant_uuid: string;
  product_uuid: string;
  at: Date;
  reason: StockReason;
  change: number;
  /** Stock after the change. */
  stock: number;
  order_uuid: string | null;
  operator_id: string | null;
}

/** Price changes by operators. Rows are deleted after a day, because the audit keeps the history. */
interface PriceChangesTable {
  id: GeneratedAlways<number>;
  variant_uuid: string;
  at: Date;
  before: number;
  after: number;
  /** True if a second person approved the price, so that later changes are compared with this price. */
  is_approved: boolean;
  /** Null for changes made by an older version of the server. */
  operator_id: string | null;
}

export interface ShopTables {
  shop_categories: ShopCategoriesTable;
  shop_products: ShopProductsTable;
  shop_variants: ShopVariantsTable;
  stock_movements: StockMovementsTable;
  price_changes: PriceChangesTable;
}
