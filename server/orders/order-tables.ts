import { type Generated, type GeneratedAlways } from 'kysely';
import { type DeliveryType } from '#schemas/delivery.ts';
import { type OrderStatus } from '#schemas/order.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** A company's orders, one per vendor; replicated without `response`. */
export interface OrdersTable extends ReplicatedTable {
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  /** The person who placed the order and gets notified; null once they are removed. */
  user_id: string | null;
  number: string;
  type: VendorType;
  status: OrderStatus;
  points: number;
  delivery: DeliveryType;
  /** `OrderCustomer`. */
  customer: unknown;
  /** `OrderLine[]`. */
  contents: unknown;
  /** Reason for rejection or delay, shown to the customer; null if none was given. */
  reason: Generated<string | null>;
  /** `OrderResponse` or its encrypted form, once the vendor has responded. */
  response: unknown;
}

/** The products in each order that isn't deleted, with the order's columns used by filters; maintained by a trigger. */
interface OrderedProductsTable {
  /** The order. */
  uuid: GeneratedAlways<string>;
  product_uuid: GeneratedAlways<string>;
  company_id: GeneratedAlways<string>;
  region_id: GeneratedAlways<RegionId>;
  created_at: GeneratedAlways<Date>;
  status: GeneratedAlways<OrderStatus>;
  type: GeneratedAlways<VendorType>;
}

/** Files uploaded for orders; stored without camera metadata and only served as downloads. */
interface OrderFilesTable {
  uuid: string;
  company_id: string;
  /** Hash of the uploaded bytes, lower-case hex. */
  sha256: string;
  bytes: number;
  media_type: string;
  name: string;
  /** Null if stored outside the database. */
  content: Uint8Array | null;
  /** Storage key; null if stored in `content`. */
  stored_as: string | null;
  created_at: Date;
}

/** Voucher codes that an operator pasted, counted for a day. */
interface VoucherPastesTable {
  uuid: string;
  region_id: RegionId;
  sku: string;
  /** Number of new codes. */
  codes: number;
  /** Encrypted lines; null once they are imported. */
  sealed_lines: string | null;
  operator_id: string;
  /** True if a second person has approved the import. */
  is_approved: Generated<boolean>;
  at: Date;
}

/** Voucher codes that the operator bought in advance, or assigned to an order by hand. */
interface VoucherCodesTable {
  region: RegionCode;
  /** Null if the code is encrypted; `password` is then null too. */
  number: string | null;
  /** Number of the variant that the code is for; empty if an operator assigned the code to an order. */
  sku: string;
  expires_at: Date | null;
  password: string | null;
  /** The order that uses the code; null if unused. */
  order_uuid: Generated<string | null>;
  /** The import that added it; null if it was added in another way. */
  import_uuid: Generated<string | null>;
  /** Binds `sealed` to this row. This and the following columns are null while the code is in plaintext. */
  uuid: Generated<string | null>;
  /** Keyed hash of the number; unique per country. */
  number_hash: Generated<string | null>;
  /** Id of the key used for `number_hash` and `sealed`. */
  key_id: Generated<string | null>;
  /** Number and password, encrypted. */
  sealed: Generated<Uint8Array | null>;
}

/** Settings for a voucher's codes; the codes themselves are in `voucher_codes`. */
interface VoucherPoolsTable {
  region: RegionCode;
  sku: string;
  /** The console warns when fewer codes are free. */
  low_at: number;
}

/** Counted codes of a voucher, used or not. */
interface VoucherSumColumns {
  region: RegionCode;
  sku: string;
  is_used: boolean;
  /** Infinity for used codes, and for codes that never expire. */
  expires_at: Date | number;
  codes: number;
}

/** Counted open orders of a variant. */
interface OpenOrderSumColumns {
  region_id: RegionId;
  variant: string;
  type: VendorType;
  orders: number;
}

/** Orders sent to their vendor together. */
interface OrderBatchesTable {
  uuid: string;
  /** Shown to operators. */
  number: GeneratedAlways<number>;
  region_id: RegionId;
  type: VendorType;
  created_by: string;
  created_at: Date;
  /** Number of orders, and the sum of their points. */
  orders: number;
  points: number;
}

/** The orders in each batch. An order is in only one batch, unless the vendor reported a problem. */
interface BatchedOrdersTable {
  batch_uuid: string;
  order_uuid: string;
  /** When the vendor reported a problem; the order can then be sent again. Null if there was no problem. */
  failed_at: Date | null;
}

/** Downloads of batches with personal data. */
interface OrderBatchDownloadsTable {
  batch_uuid: string;
  operator_id: string;
  /** Time of the last download without a second person; null if there was none. */
  counted_at: Date | null;
  /** End of the period for which a second person allowed the download; null if none did. */
  released_until: Date | null;
}

/** The vendor's number for an order or parcel. */
interface OrderReferencesTable {
  order_uuid: string;
  reference: string;
}

export interface OrderTables {
  order_references: OrderReferencesTable;
  order_batches: OrderBatchesTable;
  batched_orders: BatchedOrdersTable;
  order_batch_downloads: OrderBatchDownloadsTable;
  voucher_pastes: VoucherPastesTable;
  voucher_pools: VoucherPoolsTable;
  voucher_sums: VoucherSumColumns;
  /** Changes recorded by triggers, which the job hasn't added to the sums yet. */
  voucher_changes: VoucherSumColumns & { id: number };
  open_order_sums: OpenOrderSumColumns;
  open_order_changes: OpenOrderSumColumns & { id: number };
  orders: OrdersTable;
  ordered_products: OrderedProductsTable;
  order_files: OrderFilesTable;
  voucher_codes: VoucherCodesTable;
}
