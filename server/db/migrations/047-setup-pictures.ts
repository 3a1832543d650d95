import { type Kysely, sql } from 'kysely';

/** Adds pictures of shop categories. Also adds the key by which a country's setup files identify a news item. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table shop_categories
    add column picture uuid references content_pictures (uuid)`.execute(db);
  await sql`alter table contents add column setup_key text`.execute(db);
  await sql`create unique index contents_key on contents (region, setup_key)`.execute(db);
}
