import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes for lists of the console. The oldest companies to verify were found by sorting all of them, because
 * their index is by name. Approvals had no index in the list's order. The audit of a record read each entry's row to
 * find the action that it belongs to. A search for a company sorted all of its cards or orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index company_search_waiting on company_search (region_id, created_at, company_id)
    where not is_verified and not is_refused`,
  'create index operator_approvals_list on operator_approvals (requested_at, uuid)',
  'create index operator_approvals_by_state on operator_approvals (state, requested_at, uuid)',
  `create index operator_audit_of_record on operator_audit (record_id, id) include (of_id)
    where record_id is not null`,
  'drop index operator_audit_record',
  // Company first: otherwise PostgreSQL prefers an index without the order for a company with many rows.
  `create index club_cards_of_company on club_cards (company_id, created_at, uuid)
    include (region_id, status, last_digits)`,
  'drop index club_cards_company',
  `create index orders_of_company on orders (company_id, created_at, uuid)
    include (region_id, status, type) where not deleted`,
  'drop index orders_by_company',
];
