import { type Kysely, sql } from 'kysely';

/** Adds each country's shop, and its orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table shop_categories (
    uuid uuid primary key,
    region text not null,
    type integer not null,
    position integer not null,
    name text not null
  )`,
  'create index shop_categories_list on shop_categories (region, position)',
  `create table shop_products (
    uuid uuid primary key,
    region text not null,
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    type text not null,
    sku text not null,
    name text not null,
    description text not null,
    active boolean not null,
    is_visible boolean not null,
    category_uuid uuid references shop_categories (uuid),
    pictures uuid[] not null
  )`,
  'create unique index shop_products_change on shop_products (region, rev)',
  'create index shop_products_list on shop_products (region, created_at desc, uuid) where not deleted',
  `create table shop_variants (
    uuid uuid primary key,
    product_uuid uuid not null references shop_products (uuid) on delete cascade,
    position integer not null,
    sku text not null,
    stock integer not null check (stock >= 0),
    price integer not null check (price >= 0),
    attrs jsonb not null
  )`,
  'create index shop_variants_product on shop_variants (product_uuid, position)',
  'create sequence order_numbers start 100001',
  `create table orders (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    user_id uuid references installers (id) on delete set null,
    number text not null unique,
    type text not null,
    status smallint not null check (status in (1, 2, 3, 4, 5)),
    points integer not null check (points >= 0),
    delivery smallint not null check (delivery in (0, 1, 2)),
    customer jsonb not null,
    contents jsonb not null,
    response jsonb
  )`,
  'create unique index orders_change on orders (company_id, rev)',
  'create index orders_list on orders (company_id, created_at desc, uuid) where not deleted',
  `create table order_files (
    uuid uuid primary key,
    company_id uuid not null references companies (id),
    sha256 text not null,
    bytes integer not null,
    media_type text not null,
    name text not null,
    content bytea not null,
    created_at timestamptz not null
  )`,
  'create index order_files_company on order_files (company_id) include (bytes)',
  'alter table ledger add column order_uuid uuid references orders (uuid)',
  'create index ledger_order on ledger (order_uuid) where order_uuid is not null',
];
