import { sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { changeOpenInvitations } from './survey-audience.ts';

/**
 * Locks a survey. Throws `not_found`, `conflict` if the survey no longer has the version that the operator saw, and
 * `move_not_allowed` if it has ended.
 * @param rev the version that the operator saw; null accepts any version
 */
export async function lockSurvey(trx: Transaction<Database>, id: string, rev: number | null) {
  const survey = await trx
    .selectFrom('surveys')
    .selectAll()
    .where('uuid', '=', id)
    // A weak lock: invitations that refer to the survey can still be added.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
  if (rev !== null && survey.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  if (survey.ended_at !== null) throw new ApiFailure('move_not_allowed');
  return survey;
}

/** Ends a survey immediately. */
export const endSurveyNow: OperatorHandler<typeof operatorCalls.endSurvey> = (
  { params: { id }, body: { rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const survey = await lockSurvey(trx, id, rev);
    const at = new Date(clock.now());
    await trx
      .updateTable('surveys')
      .set({ ended_at: at, rev: rev + 1, updated_at: at })
      .where('uuid', '=', id)
      .execute();
    const removedCount = await changeOpenInvitations(trx, survey, sql`deleted = true`, clock.now());
    const change = { before: { ended: false }, after: { ended: true, removed: removedCount } };
    audit({ kind: 'survey', id: survey.uuid, region: survey.region_id, ...change });
    return { removed: removedCount, job: null };
  });
