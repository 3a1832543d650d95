import { type Kysely, sql } from 'kysely';

/** Pictures of shop categories, and names of news in their country's setup files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_categories
    add column picture uuid references content_pictures (uuid)`.execute(db);
  await sql`alter table contents add column setup_key text`.execute(db);
  await sql`create unique index contents_key on contents (region, setup_key)`.execute(db);
}
