import { type Kysely, type Selectable } from 'kysely';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type ProjectsTable } from './project-tables.ts';
import { type ProjectLead } from '#schemas/project-lead.ts';
import type { Project } from '#schemas/project.ts';
import { isProjectOpen, type ProjectStatusId } from '#schemas/project-status.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { replicatedFields } from '../db/replicated-row.ts';

export type ProjectRow = Selectable<ProjectsTable>;

/**
 * Finds a project of the company, even a deleted one.
 * Throws `project_not_found` if it doesn't exist or belongs to another company (security 10).
 */
export async function findProjectIncludingDeleted(
  db: Kysely<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('project_not_found');
  return row;
}

/** Finds a project that isn't deleted. Throws `project_not_found` otherwise. */
export async function findProject(
  db: Kysely<Database>,
  companyId: string,
  uuid: string,
): Promise<ProjectRow> {
  const row = await findProjectIncludingDeleted(db, companyId, uuid);
  if (row.deleted) throw new ApiFailure('project_not_found');
  return row;
}

/** Maps a row to the wire format. */
export function projectFromRow(row: Selectable<ProjectsTable>): Project {
  // Written only by `server/leads`, from a valid lead.
  const lead = row.lead as ProjectLead | null;
  return {
    ...replicatedFields(row),
    name: row.name,
    street_name: row.street_name,
    postal_code: row.postal_code,
    city: row.city,
    status: { id: row.status },
    products_count: row.products_count,
    available_points: row.available_points,
    max_points: row.max_points,
    calculated_available_points: row.calculated_available_points,
    calculated_max_points: row.calculated_max_points,
    project_closed: row.project_closed?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    warranty_certificate_uuid: row.warranty_certificate_uuid,
    installation_date: lead ? lead.expected_installation_date : row.installation_date,
    // Copied from the region's settings, which are validated when written.
    survey: row.survey as SurveyQuestion[],
    lead,
  };
}

/**
 * True if products may be added and removed. False as soon as the lifetime is over, even before the
 * expiry job has run.
 * @param now milliseconds since 1970
 */
export function isOpenAt(
  project: { readonly status: ProjectStatusId; readonly expires_at: Date | null },
  now: number,
): boolean {
  return isProjectOpen(project.status) && (project.expires_at?.getTime() ?? Infinity) > now;
}
