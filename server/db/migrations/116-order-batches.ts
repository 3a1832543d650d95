import { type Kysely, sql } from 'kysely';

/** Adds batches of approved orders that are sent to their vendor as a file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table order_batches (
    uuid uuid primary key,
    number integer generated always as identity,
    region_id integer not null,
    type text not null,
    created_by uuid not null,
    created_at timestamptz not null,
    orders integer not null,
    points integer not null
  )`,
  'create index order_batches_list on order_batches (region_id, created_at, uuid)',
  'create index order_batches_of_type on order_batches (region_id, type, created_at, uuid)',
  `create table batched_orders (
    batch_uuid uuid not null,
    order_uuid uuid not null,
    failed_at timestamptz,
    primary key (batch_uuid, order_uuid)
  )`,
  // An order that failed can be sent again in another batch.
  'create unique index batched_orders_once on batched_orders (order_uuid) where failed_at is null',
  `create table order_batch_downloads (
    batch_uuid uuid not null,
    operator_id uuid not null,
    counted_at timestamptz,
    released_until timestamptz,
    primary key (batch_uuid, operator_id)
  )`,
  'create index order_batch_downloads_counted on order_batch_downloads (operator_id, counted_at)',
];
