import { type Kysely, sql } from 'kysely';

/** Adds the subject of a scan's photo: the product or its label. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans
    add column photo_of text check (photo_of in ('product', 'label'))`.execute(db);
}
