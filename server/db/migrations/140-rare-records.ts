import { type Kysely, sql } from 'kysely';

/**
 * Adds indexes for searched leads and requests by time, for people by role, and for companies that accept leads and
 * their locations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index leads_region on leads (region_id, created_at, uuid) include (status) where not deleted`,
  'create index lead_requests_region on lead_requests (region_id, created_at, uuid) include (state)',
  `create index person_search_role on person_search (region_id, role, sort_name, person_id)
    include (active, created_at)`,
  `create index companies_for_leads on companies (regions_id, id)
    where accepts_leads and availability and active <> 0`,
  `create index company_places_nearby on company_places (region_id, latitude, longitude)
    where latitude is not null`,
];
