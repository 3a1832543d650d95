import { type Generated } from 'kysely';
import type { ProjectStatusId } from '#schemas/project-status.ts';
import { type ReplicatedTable } from '../db/replicated-row.ts';

/** An installation project with the sums over its scans; replicated. */
export interface ProjectsTable extends ReplicatedTable {
  name: string;
  street_name: string;
  postal_code: string;
  city: string;
  /** The address as `searchText` folds it, for the search. */
  search_text: string;
  status: ProjectStatusId;
  products_count: Generated<number>;
  available_points: Generated<number>;
  max_points: Generated<number>;
  calculated_available_points: Generated<number>;
  calculated_max_points: Generated<number>;
  project_closed: Date | null;
  /** When an open project is lost; null when it is not open any more. */
  expires_at: Date | null;
  warranty_certificate_uuid: string | null;
  /** `SurveyQuestion[]`, as they stood when the project began. */
  survey: unknown;
  /** `SurveyResponse` of the closing; null before it. */
  survey_response: unknown;
  /** The closing's own id: sent again, it has no second effect. */
  closing_op_id: string | null;
  /** `ProjectLead`: the lead that it was; null where it was none. */
  lead: Generated<unknown>;
  /** Who began it; null for older projects. */
  created_by: Generated<string | null>;
  /** Who submitted its survey; null before that, and for older projects. */
  closed_by: Generated<string | null>;
  /** Lost because somebody has ended it, not by time: what was scanned to it may go to another project. */
  given_up: Generated<boolean>;
}

export interface ProjectTables {
  projects: ProjectsTable;
}
