import { type Kysely, sql } from 'kysely';

/**
 * Names of companies and people are ordered by their characters, so that those that start with a word are together in
 * the index in every database. Indexes find and order the companies of a type, the blocked ones, and the people of a
 * company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Builds the indexes again, but doesn't rewrite the tables.
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
  // With the state, PostgreSQL may read it instead of the index of the state.
  'drop index lead_requests_region',
  'create index lead_requests_region on lead_requests (region_id, created_at, uuid)',
  'analyze company_search (sort_name)',
  'analyze person_search (sort_name)',
];
