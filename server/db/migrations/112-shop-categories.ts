import { type Kysely, sql } from 'kysely';

/** Adds versions and visibility to shop categories, and stores each category's list of products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table shop_categories
    add column details_rev integer not null default 1,
    add column is_visible boolean not null default true`,
  `create trigger shop_categories_details before update on shop_categories for each row
    when ((old.name, old.picture, old.position, old.is_visible)
      is distinct from (new.name, new.picture, new.position, new.is_visible))
    execute function raise_details_rev()`,
  'create index shop_products_category on shop_products (category_uuid) where not deleted',
];
