import { type Selectable } from 'kysely';
import { type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type SurveyInvitationsTable } from './survey-tables.ts';

/** What the database gives, as the wire has it. */
export function surveyFromRow(row: Selectable<SurveyInvitationsTable>): SurveyInvitation {
  return {
    ...replicatedFields(row),
    interacted_at: row.interacted_at,
    delayed_to: row.delayed_to,
    // Written only by `inviteToSurvey`, which checks it.
    survey_configuration: row.survey_configuration as SurveyInvitation['survey_configuration'],
  };
}
