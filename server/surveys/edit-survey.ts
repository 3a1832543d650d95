import { randomUUID } from 'node:crypto';
import { type SurveyInvitation, type SurveyInvitationEdit } from '#schemas/survey-invitation.ts';
import { updateOwnRow } from '../db/update-own-row.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { surveyFromRow } from './survey-row.ts';

/**
 * Notes what the person did with one of their surveys. The same edit again changes nothing.
 * Throws `not_found`, also for a colleague's.
 * @param change what becomes of it, from how it stands now
 */
export async function editSurvey(
  uuid: string,
  change: (now: SurveyInvitation) => SurveyInvitationEdit,
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<SurveyInvitation> {
  const edited = await updateOwnRow(
    'survey_invitations',
    uuid,
    (row) => {
      const { interacted_at, delayed_to } = row;
      const sent = change(surveyFromRow(row));
      const edit = {
        op_id: sent.op_id ?? randomUUID(),
        interacted_at: sent.interacted_at === undefined ? interacted_at : sent.interacted_at,
        delayed_to: sent.delayed_to === undefined ? delayed_to : sent.delayed_to,
      };
      const isDone =
        edit.op_id === row.op_id ||
        (edit.interacted_at === interacted_at && edit.delayed_to === delayed_to);
      return isDone ? null : edit;
    },
    actor,
    services,
  );
  return surveyFromRow(edited);
}
