import { type Kysely, sql } from 'kysely';

/**
 * Adds partial indexes for the few rows that await an operator's decision, and for used session tokens, which
 * `scheduled-jobs.ts` deletes.
 */
const statements = [
  'create index projects_in_review on projects (updated_at) where status = 5 and not deleted',
  'create index orders_worked_on on orders (created_at) where status in (1, 2, 5) and not deleted',
  'create index support_chats_waiting on support_chats (updated_at) where status = 1 and not deleted',
  'create index companies_unverified on companies (created_at) where reserved_points > 0',
  'create index session_tokens_spent on session_tokens (refresh_expires_at) where rotated_at is not null',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
