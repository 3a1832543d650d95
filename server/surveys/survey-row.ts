import { type Generated, type Selectable } from 'kysely';
import { type RegionId } from '#schemas/regions.ts';
import { type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** Survey invitations. Each one is replicated only to the person invited. */
export interface SurveyInvitationsTable extends ReplicatedTable {
  user_id: string;
  /** ISO text, like `delayed_to`, which is `FAR_FUTURE` if the survey was completed or declined for good. */
  interacted_at: string | null;
  delayed_to: string | null;
  /** `SurveyInvitation['survey_configuration']` */
  survey_configuration: unknown;
  /**
   * If it is missing, a trigger sets it from the survey's key. Null for a second invitation of the same person, which
   * older versions could create.
   */
  survey_id: Generated<string | null>;
}

/** A country's survey. Invitations contain copies of its texts. */
interface SurveysTable {
  uuid: string;
  region_id: RegionId;
  survey_key: string;
  /** `SurveyInvitation['survey_configuration']['languages']` */
  languages: unknown;
  rev: Generated<number>;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
}

export interface SurveyTables {
  survey_invitations: SurveyInvitationsTable;
  surveys: SurveysTable;
}

/** Maps a row to the wire format. */
export function surveyFromRow(row: Selectable<SurveyInvitationsTable>): SurveyInvitation {
  return {
    ...replicatedFields(row),
    interacted_at: row.interacted_at,
    delayed_to: row.delayed_to,
    // Only validated surveys are stored.
    survey_configuration: row.survey_configuration as SurveyInvitation['survey_configuration'],
  };
}
