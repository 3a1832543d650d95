import { type Kysely, sql } from 'kysely';

/** Adds indexes for the few companies and people that are blocked, unverified, rejected or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns, condition] of indexes) {
    await sql.raw(`create index ${name} on ${table} (${columns}) where ${condition}`).execute(db);
  }
}

const companies = 'region_id, sort_name, company_id, created_at';
const indexes = [
  ['company_search_blocked', 'company_search', companies, 'active <> 1'],
  ['company_search_open', 'company_search', companies, 'not is_verified and not is_refused'],
  ['company_search_refused', 'company_search', companies, 'is_refused'],
  [
    'person_search_removed',
    'person_search',
    'region_id, sort_name, person_id, created_at',
    'not active',
  ],
] as const;
