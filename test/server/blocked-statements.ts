import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/db/tables.ts';

/** Resolves once this many statements wait for a lock. Only on PostgreSQL. */
export async function waitForBlockedStatements(db: Kysely<Database>, count: number): Promise<void> {
  await expect.poll(() => countBlockedStatements(db), { timeout: 10_000 }).toBe(count);
}

async function countBlockedStatements(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
