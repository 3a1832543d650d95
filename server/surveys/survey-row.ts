import { type Selectable } from 'kysely';
import { type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** Survey invitations; each is replicated only to its person. */
export interface SurveyInvitationsTable extends ReplicatedTable {
  user_id: string;
  /** ISO text: the far-future value exceeds what the driver's dates handle safely. */
  interacted_at: string | null;
  delayed_to: string | null;
  /** `SurveyInvitation['survey_configuration']` */
  survey_configuration: unknown;
}

export interface SurveyTables {
  survey_invitations: SurveyInvitationsTable;
}

/** Maps a row to the wire format. */
export function surveyFromRow(row: Selectable<SurveyInvitationsTable>): SurveyInvitation {
  return {
    ...replicatedFields(row),
    interacted_at: row.interacted_at,
    delayed_to: row.delayed_to,
    // Written only by `inviteToSurvey`, after validation.
    survey_configuration: row.survey_configuration as SurveyInvitation['survey_configuration'],
  };
}
