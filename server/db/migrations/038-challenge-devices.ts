import { type Kysely, sql } from 'kysely';

/** Stores which device requested a code. That device can enter the code without the challenge's id. */
const statements = [
  'alter table challenges add column device_hash text',
  'create index challenges_device on challenges (device_hash, created_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
