import { type Kysely, sql } from 'kysely';

/** Adds price and stock imports. Stores the changes that each import makes, for approving and undoing the import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table imports add column is_approved boolean not null default false',
  `create table import_shop_rows (
    import_uuid uuid not null references imports (uuid) on delete cascade,
    variant_uuid uuid not null,
    price_before integer,
    price_after integer,
    applied boolean not null default false,
    details_rev integer,
    stock_change integer,
    movement_id bigint,
    primary key (import_uuid, variant_uuid)
  )`,
  'create index stock_movements_variant on stock_movements (variant_uuid, id)',
];
