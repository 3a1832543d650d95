import { type Kysely, sql } from 'kysely';

/** Whether the companies of a country get leads from their registration on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table region_settings add column accepts_leads boolean not null default false`.execute(
    db,
  );
}
