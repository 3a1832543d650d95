import { type Kysely, sql } from 'kysely';

/** Adds a reviewer's objection to a product, and the latest deadline about which the product's company was reminded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans
    add column rejection jsonb,
    add column reminded_for text`.execute(db);
  await sql`create index scans_rejected on scans ((rejection ->> 'new_photo_until'))
    where rejection is not null and not deleted`.execute(db);
  await sql`create index scans_in_review on scans (projects_id)
    where flag = 'in_review' and not deleted`.execute(db);
}
