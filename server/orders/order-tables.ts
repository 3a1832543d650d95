import { type Generated } from 'kysely';
import { type DeliveryType } from '#schemas/delivery.ts';
import { type OrderStatus } from '#schemas/order.ts';
import { type VendorType } from '#schemas/vendors.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** What a company has ordered of one vendor; replicated, without `response`. */
export interface OrdersTable extends ReplicatedTable {
  /** Who ordered it, and is told of it; null once they are gone. */
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
  /** Why it was rejected or takes longer, as its person reads it; null where no reason was given. */
  reason: Generated<string | null>;
  /** `OrderResponse`, once the vendor has answered. */
  response: unknown;
}

/** A file that was sent for an order; as it came, and only ever downloaded. */
export interface OrderFilesTable {
  uuid: string;
  company_id: string;
  /** Of the bytes as they were sent, lower-case hex. */
  sha256: string;
  bytes: number;
  media_type: string;
  name: string;
  /** Null where the bytes are kept elsewhere. */
  content: Uint8Array | null;
  /** The key that they are kept under there; null where they are here. */
  stored_as: string | null;
  created_at: Date;
}

export interface OrderTables {
  orders: OrdersTable;
  order_files: OrderFilesTable;
}
