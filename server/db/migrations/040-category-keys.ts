import { type Kysely, sql } from 'kysely';

/** Adds the name that a category has in its country's setup files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_categories add column setup_key text`.execute(db);
  await sql`create unique index shop_categories_key on shop_categories (region, setup_key)`.execute(
    db,
  );
}
