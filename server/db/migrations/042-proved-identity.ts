import { type Kysely, sql } from 'kysely';

/**
 * Adds the proof of identity for operators' changes. Also marks addresses that operators entered, which a sign-in
 * verifies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operator_acts add column details jsonb`.execute(db);
  await sql`alter table installers
    add column email_from_operator boolean not null default false`.execute(db);
}
