import { type Kysely, sql } from 'kysely';

/**
 * Orders the names of companies and people by character code. In every database, names that start with the same word
 * are then next to each other in the index. Adds indexes for companies by type, blocked companies, and the people in a
 * company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // These statements rebuild the indexes, but don't rewrite the tables.
  'alter table company_search alter column sort_name type text collate "C"',
  'alter table person_search alter column sort_name type text collate "C"',
  `create index company_search_type on company_search (region_id, company_type, sort_name, company_id)
    include (created_at) where company_type is not null`,
  'drop index company_search_blocked',
  `create index company_search_blocked on company_search (region_id, active, sort_name, company_id)
    include (created_at) where active <> 1`,
  'drop index person_search_company',
  `create index person_search_company on person_search (company_id, region_id, sort_name, person_id)
    include (created_at, active, role)`,
  `create index person_search_removed_created on person_search (region_id, created_at, person_id)
    where not active`,
  // If this index included the state, PostgreSQL might read it instead of the index by state.
  'drop index lead_requests_region',
  'create index lead_requests_region on lead_requests (region_id, created_at, uuid)',
  'analyze company_search (sort_name)',
  'analyze person_search (sort_name)',
];
