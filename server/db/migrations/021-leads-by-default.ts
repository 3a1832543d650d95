import { type Kysely, sql } from 'kysely';

/** Adds the setting that enables leads for a country's new companies, and a mark for abandoned projects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table region_settings add column accepts_leads boolean not null default false',
  'alter table projects add column given_up boolean not null default false',
];
