import { type Generated, type GeneratedAlways, type Selectable } from 'kysely';
import { type ProjectLead } from '#schemas/project-lead.ts';
import type { Project } from '#schemas/project.ts';
import { isProjectOpen, type ProjectStatusId } from '#schemas/project-status.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type SurveyQuestion } from '#schemas/survey.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** Installation projects, with the number and the points of their scans. Replicated to devices. */
export interface ProjectsTable extends ReplicatedTable {
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  name: string;
  street_name: string;
  postal_code: string;
  city: string;
  /** The address and the name, normalised by `projectSearchText`. */
  search_text: string;
  status: ProjectStatusId;
  products_count: Generated<number>;
  available_points: Generated<number>;
  max_points: Generated<number>;
  calculated_available_points: Generated<number>;
  calculated_max_points: Generated<number>;
  /** Time when the project's closing survey was submitted. Null before that, and for older projects. */
  submitted_at: Generated<Date | null>;
  project_closed: Date | null;
  /** Time when an open project expires; null if the project isn't open. */
  expires_at: Date | null;
  warranty_certificate_uuid: string | null;
  /**
   * Planned day, such as `2026-05-04`. Null if there is none, or if the project has a lead, because then the lead's
   * date counts.
   */
  installation_date: Generated<string | null>;
  /** True if the date was changed since the project was created. */
  has_changed_date: Generated<boolean>;
  /** `SurveyQuestion[]`, copied when the project was created. */
  survey: unknown;
  /** The `SurveyResponse` to the closing survey. Null until the survey is submitted. */
  survey_response: unknown;
  /** Id of the closing edit, for idempotency. */
  closing_op_id: string | null;
  /** The lead from which the project was created, as a `ProjectLead`. Null if there was none. */
  lead: Generated<unknown>;
  /** The person who created the project; null for older projects. */
  created_by: Generated<string | null>;
  /** The person who submitted the survey; null before that and for older projects. */
  closed_by: Generated<string | null>;
  /**
   * True if a person abandoned the project, false if it expired. Scans of an abandoned project may be moved to other
   * projects.
   */
  given_up: Generated<boolean>;
}

export interface ProjectTables {
  projects: ProjectsTable;
}

export type ProjectRow = Selectable<ProjectsTable>;

/** Maps a row to the wire format. */
export function projectFromRow(row: Selectable<ProjectsTable>): Project {
  // The cast is safe, because only `server/leads` writes this column, from a valid lead.
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
    // The cast is safe, because the survey is a copy from the region's settings, which are validated when written.
    survey: row.survey as SurveyQuestion[],
    lead,
  };
}

/**
 * Returns true if products may be added and removed. Returns false as soon as the project has expired, even if the
 * expiry job hasn't run yet.
 * @param now milliseconds since 1970
 */
export function isOpenAt(
  project: { readonly status: ProjectStatusId; readonly expires_at: Date | null },
  now: number,
): boolean {
  return isProjectOpen(project.status) && (project.expires_at?.getTime() ?? Infinity) > now;
}
