import { type Kysely, sql } from 'kysely';

/** Whether the companies of a country get leads from their registration on, and projects that people give up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table region_settings add column accepts_leads boolean not null default false',
  'alter table projects add column given_up boolean not null default false',
];
