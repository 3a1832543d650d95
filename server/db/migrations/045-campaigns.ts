import { type Kysely, sql } from 'kysely';

/**
 * Adds campaigns: the extra points promised for a scan and the time they depend on, the campaign of a ledger entry, and
 * the names of all campaigns, which are kept after a campaign leaves the country's settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans
    add column campaign jsonb,
    add column campaign_time bigint`.execute(db);
  await sql`alter table ledger add column campaign jsonb`.execute(db);
  await sql`create table campaign_names (
    region text not null,
    id text not null,
    name_translated jsonb not null,
    primary key (region, id)
  )`.execute(db);
}
