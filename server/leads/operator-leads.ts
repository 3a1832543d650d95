import { randomUUID } from 'node:crypto';
import { type LeadStatus, mayMove } from '#schemas/lead-steps.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordEdits } from './lead-history.ts';
import { leadExpiry } from './lead-expiry.ts';

/**
 * An operator's move of a lead: it is rejected, or offered again.
 * Throws `lead_not_found`, `move_not_allowed`.
 */
export function moveLeadByOperator(
  uuid: string,
  to: LeadStatus,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const found = await trx
      .selectFrom('leads')
      .select('company_id')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!found) throw new ApiFailure('lead_not_found');
    await lockCompany(trx, found.company_id);
    const { status } = await trx
      .selectFrom('leads')
      .select('status')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    if (!mayMove(status, to, 'operator')) throw new ApiFailure('move_not_allowed');
    const rev = await nextRev(trx, found.company_id);
    const opId = randomUUID();
    await trx
      .updateTable('leads')
      .set({
        status: to,
        rev,
        op_id: opId,
        updated_at: new Date(now),
        expires_on: leadExpiry(to, now),
        // Offered again it has no project yet: the one that was cancelled stays lost.
        ...(to === 'new' && { project_id: null }),
        moved_by: 'operator',
        mover_id: null,
        moved_at: new Date(now),
      })
      .where('uuid', '=', uuid)
      .execute();
    await recordEdits(trx, [{ leadUuid: uuid, opId, rev, parts: ['status'] }], now);
  });
}
