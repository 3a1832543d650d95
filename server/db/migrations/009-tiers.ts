import { type Kysely, sql } from 'kysely';

/** Adds tiers with their levels, and the part of a scan's points that comes from a tier. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table tier_definitions (
    id integer primary key,
    region text not null,
    tier_category integer not null,
    brackets jsonb not null,
    unique (region, tier_category)
  )`,
  'alter table scans add column tier_points integer not null default 0',
  // The index is for batches of scans, which count the company's products of the current year.
  'create index scans_year on scans (company_id, created_at) include (type, flag) where not deleted',
];
