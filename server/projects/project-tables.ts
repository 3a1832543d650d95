import { type Generated, type GeneratedAlways } from 'kysely';
import type { ProjectStatusId } from '#schemas/project-status.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** Installation projects with the sums over their scans; replicated. */
export interface ProjectsTable extends ReplicatedTable {
  /** The company's country, maintained by a trigger. */
  region_id: GeneratedAlways<RegionId>;
  name: string;
  street_name: string;
  postal_code: string;
  city: string;
  /** The address normalised by `searchText`. */
  search_text: string;
  status: ProjectStatusId;
  products_count: Generated<number>;
  available_points: Generated<number>;
  max_points: Generated<number>;
  calculated_available_points: Generated<number>;
  calculated_max_points: Generated<number>;
  /** Time when its survey was submitted; null before that and for older projects. */
  submitted_at: Generated<Date | null>;
  project_closed: Date | null;
  /** Time when an open project becomes lost; null if it isn't open. */
  expires_at: Date | null;
  warranty_certificate_uuid: string | null;
  /** Planned day: `2026-05-04`; null if there is none, or if the project has a lead, whose date counts. */
  installation_date: Generated<string | null>;
  /** True if the date was changed since the project was created. */
  has_changed_date: Generated<boolean>;
  /** `SurveyQuestion[]`, copied when the project was created. */
  survey: unknown;
  /** `SurveyResponse` of the closing survey; null before. */
  survey_response: unknown;
  /** Id of the closing edit, for idempotency. */
  closing_op_id: string | null;
  /** `ProjectLead` of the original lead; null if there was none. */
  lead: Generated<unknown>;
  /** The person who created it; null for older projects. */
  created_by: Generated<string | null>;
  /** The person who submitted the survey; null before that and for older projects. */
  closed_by: Generated<string | null>;
  /** Lost by a person's decision, not by time: its scans may be moved to other projects. */
  given_up: Generated<boolean>;
}

export interface ProjectTables {
  projects: ProjectsTable;
}
