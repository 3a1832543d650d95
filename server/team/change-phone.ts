import { type Selectable, type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { isOwner } from '#schemas/roles.ts';
import { type InstallersTable, type MemberPhone } from '../access/access-tables.ts';
import { forbidImpersonation } from '../access/impersonation.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { endSessions } from '../account/account-sessions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { findInstallerByPhone } from '../registration/find-existing.ts';
import { type Services } from '../services.ts';
import { loadCompanyName, enforceTeamMessageLimits } from './send-invitation.ts';

type Member = Pick<
  Selectable<InstallersTable>,
  'id' | 'phone' | 'role' | 'has_signed_in' | 'languages_id'
>;

/**
 * True if the phone number may be changed. For members who aren't owners, this is always allowed. For another owner,
 * it's allowed only until that owner's first sign-in, because the team doesn't manage an owner's account afterwards.
 */
export function canChangePhone({ role, has_signed_in }: Pick<Member, 'role' | 'has_signed_in'>) {
  return !isOwner(role) || !has_signed_in;
}

/**
 * Applies rate limits before a phone number is changed. The response reveals whether a number is registered, so the
 * change shares the limits of `validate`. Both numbers get a message, so the limits for messages apply to each.
 * Throws `forbidden` for an operator who impersonates the owner, and `too_many_requests`.
 */
export async function enforcePhoneChangeLimits(
  services: Services,
  actor: Actor,
  change: {
    readonly from: string | null;
    readonly to: MemberPhone;
    /** The owner's network, for rate limits only. */
    readonly clientNetwork: string;
  },
): Promise<void> {
  forbidImpersonation(actor);
  await enforceLimit(services, limits.validationsPerNetwork, change.clientNetwork);
  const withinLimit = await enforceLimit(services, limits.phoneChangesPerOwner, actor.userId);
  await enforceOverallLimit(services, limits.validationsOverall, withinLimit);
  await enforceTeamMessageLimits(services, actor, change.to);
  if (change.from !== null) await enforceTeamMessageLimits(services, actor, change.from);
}

/**
 * Changes a member's phone number. Devices signed in with the old number are signed out and get no more codes or push
 * messages. Both numbers get a text message. Throws `phone_immutable`, `phone_taken`.
 */
export async function changePhone(
  trx: Transaction<Database>,
  services: Services,
  actor: Actor,
  change: { readonly id: string; readonly phone: MemberPhone },
): Promise<void> {
  const { id, phone } = change;
  // Lock the member first, so that a concurrent sign-in either finishes before the change or sees the new number.
  const member = await trx
    .selectFrom('installers')
    .select(['id', 'phone', 'role', 'has_signed_in', 'languages_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!canChangePhone(member)) throw new ApiFailure('phone_immutable', { field: 'body.phone' });
  if ((await findInstallerByPhone(trx, phone)) !== undefined) {
    throw new ApiFailure('phone_taken', { field: 'body.phone' });
  }
  const now = services.clock.now();
  // Codes sent to the old number must not verify the new one.
  await trx.deleteFrom('challenges').where('installer_id', '=', id).execute();
  await trx.updateTable('installers').set({ phone, fcm: '[]' }).where('id', '=', id).execute();
  await endSessions(trx, id, now, { reason: 'phone_changed' });
  await notifyNumbers(trx, services, actor, { member, phone });
}

/** Sends a text message to both numbers, in the member's language. */
async function notifyNumbers(
  trx: Transaction<Database>,
  { clock, environment }: Services,
  actor: Actor,
  { member, phone }: { readonly member: Member; readonly phone: MemberPhone },
): Promise<void> {
  const company = await loadCompanyName(trx, actor);
  const language = languageById(member.languages_id) ?? 'en';
  const now = clock.now();
  if (member.phone !== null) {
    const message = { template: 'phone_replaced', data: { company } } as const;
    await enqueueMessage(trx, [{ phone: member.phone, language }], message, now);
  }
  const link = new URL('/login', environment.appUrl).href;
  const message = { template: 'phone_entered', data: { company, link } } as const;
  await enqueueMessage(trx, [{ phone, language }], message, now);
}
