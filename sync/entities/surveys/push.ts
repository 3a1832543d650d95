import { surveyCalls } from '#schemas/api/survey-calls.ts';
import { collections } from '#schemas/collections.ts';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import type { RetryScheduler } from '../../retry/retry-scheduler.ts';
import { createStepPush } from '../../engine/push-steps.ts';
import type { RowOf } from '../../store/rows.ts';
import type { Transport } from '../../http/transport.ts';

/** An invitation as the replication carries it. */
export type SurveyRow = RowOf<SurveyInvitationDocument>;

/**
 * Tells the server where the person left their surveys.
 * @returns the invitations as it answered
 */
export function createSurveyPush(options: {
  userId: string;
  transport: Transport;
  retry: RetryScheduler;
}) {
  return createStepPush({
    ...options,
    name: 'surveys',
    plan: collections.surveys,
    tell: ({ uuid, op_id, interacted_at, delayed_to }, callOptions) => {
      const input = { params: { id: uuid }, body: { op_id, interacted_at, delayed_to } };
      return options.transport.call(surveyCalls.editSurvey, input, callOptions);
    },
  });
}

/** Joins what a pull brought with a step that the server has not been told of. */
export function joinPulledSurvey(local: SurveyRow | null, pulled: SurveyRow): SurveyRow {
  if (local?.state !== 'waiting' || pulled.deleted || pulled.op_id === local.op_id) return pulled;
  const { interacted_at, delayed_to, op_id, state } = local;
  return { ...pulled, interacted_at, delayed_to, op_id, state };
}
