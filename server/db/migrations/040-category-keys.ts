import { type Kysely, sql } from 'kysely';

/** Name of a category in the files of its country's setup. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_categories add column setup_key text`.execute(db);
  await sql`create unique index shop_categories_key on shop_categories (region, setup_key)`.execute(
    db,
  );
}
