import { MINUTE_MS } from '#schemas/durations.ts';
import { type Actor } from '../http/handler.ts';
import { getRequiredCodeLength } from '../access/code-guessing.ts';
import { limits, enforceLimit } from '../access/rate-limits.ts';
import { CODE_LIFETIME_MINUTES, hashCode, newCode } from '../access/tokens.ts';
import { transact } from '../db/database.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';

/**
 * Counts a code against the person's limit and the recipient's limit. Throws `too_many_requests`.
 */
export async function enforceEmailCodeLimits(
  services: Services,
  actor: Actor,
  email: string,
): Promise<void> {
  await enforceLimit(services, limits.emailCodesPerPerson, actor.userId);
  await enforceLimit(services, limits.emailCodesPerRecipient, email);
}

/**
 * Sends a verification code to the person's current or new address, and invalidates the previous code.
 * @param clientNetwork network of the request, which affects the length of the code
 */
export async function sendEmailCode(
  services: Services,
  actor: Pick<Actor, 'userId' | 'language'>,
  { email, clientNetwork }: { readonly email: string; readonly clientNetwork: string },
): Promise<void> {
  const length = await getRequiredCodeLength(services, { clientNetwork, subject: email });
  const code = newCode(length);
  const now = services.clock.now();
  const verification = {
    email,
    code_hash: hashEmailCode(services, actor, email, code),
    code_length: length,
    tries: 0,
    sent_at: new Date(now),
    expires_at: new Date(now + CODE_LIFETIME_MINUTES * MINUTE_MS),
  };
  const { language } = actor;
  await transact(services.db, async (trx) => {
    await trx
      .insertInto('email_verifications')
      .values({ installer_id: actor.userId, ...verification })
      .onConflict((conflict) => conflict.column('installer_id').doUpdateSet(verification))
      .execute();
    const message = {
      purpose: 'verify_email',
      channel: 'email',
      to: email,
      language,
      code,
    } as const;
    await enqueueCode(trx, services, message);
  });
  services.messages.sendUrgent();
}

/** Hashes a code together with the person and the address, so that a sign-in code isn't accepted here. */
export function hashEmailCode(
  { pepper }: Services,
  actor: Pick<Actor, 'userId'>,
  email: string,
  code: string,
): string {
  return hashCode(pepper, `verify-email:${actor.userId}:${email}`, code);
}
