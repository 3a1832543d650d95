import { type calls } from '#schemas/api/calls.ts';
import { type VerifiedEmail } from '../access/access-tables.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { hashCode } from '../access/tokens.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { endSessions } from './account-sessions.ts';
import { recordChange } from './record-change.ts';

/**
 * Restores a replaced email address with the code from its notification. Signs the person out on all devices, and
 * discards the addresses that came after the restored one. Works without a session, because a hijacker may have ended
 * all of the person's sessions.
 */
export const restoreEmail: Handler<typeof calls.restoreEmail> = async (
  { body, clientNetwork },
  services,
) => {
  await enforceLimit(services, limits.restoresPerNetwork, clientNetwork);
  const now = services.clock.now();
  await transact(services.db, async (trx) => {
    const formerEmail = await trx
      .selectFrom('former_emails')
      .innerJoin('installers', 'installers.id', 'former_emails.installer_id')
      .select(['installers.id', 'installers.company_id'])
      .select(['former_emails.email', 'former_emails.id as formerId'])
      .where('former_emails.code_hash', '=', hashRestoreCode(services, body.code))
      .where('former_emails.expires_at', '>', new Date(now))
      .forUpdate()
      .executeTakeFirst();
    if (formerEmail === undefined) throw new ApiFailure('invalid_code', { field: 'body.code' });
    await trx
      .deleteFrom('former_emails')
      .where('installer_id', '=', formerEmail.id)
      .where('id', '>=', formerEmail.formerId)
      .execute();
    await trx
      .deleteFrom('email_verifications')
      .where('installer_id', '=', formerEmail.id)
      .execute();
    await trx
      .updateTable('installers')
      // The code was sent to this address, so it is verified.
      .set({ email: formerEmail.email as VerifiedEmail, verified_email_at: new Date(now) })
      .where('id', '=', formerEmail.id)
      .execute();
    await endSessions(trx, formerEmail.id, now, { reason: 'removed' });
    const actor = { userId: formerEmail.id, companyId: formerEmail.company_id };
    await recordChange(trx, actor, now, {
      subject: 'user',
      fields: ['email', 'verified_email_at'],
    });
  });
  services.logger.warn('a replaced email address was restored');
  return {};
};

/**
 * Hashes a restore code for storage and lookup. The hash alone identifies the address, because codes of twenty digits
 * are unique enough.
 */
export function hashRestoreCode({ pepper }: Services, code: string): string {
  return hashCode(pepper, 'restore-email', code);
}
