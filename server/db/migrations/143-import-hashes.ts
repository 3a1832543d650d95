import { type Kysely, sql } from 'kysely';

/** Stores the hash of an import's whole file, so that a resumed upload can't mix two files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column sha256 text`.execute(db);
}
