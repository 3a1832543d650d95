import { type Kysely } from 'kysely';
import { type EmailVerification } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { forbidImpersonation } from '../access/impersonation.ts';
import { getInstallerUser } from '../access/self.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { sendEmailCode, enforceEmailCodeLimits } from './email-code.ts';

/** State of the verification of the person's address, or of its replacement. */
export const emailVerification: Handler<typeof calls.getEmailVerification> = async (
  { actor },
  services,
) => getState(actor, services);

/**
 * Sends a code to the pending new address, or otherwise to the current one, and invalidates the previous
 * code. Sends nothing if the address is already verified.
 */
export const requestEmailVerification: Handler<typeof calls.requestEmailVerification> = async (
  { actor, address },
  services,
) => {
  await forbidImpersonation(services, actor);
  const before = await getState(actor, services);
  if (before.pending_email === null && before.verified_email_at !== null) return before;
  const email = before.pending_email ?? before.email;
  if (email === null) throw new ApiFailure('email_needed');
  await enforceEmailCodeLimits(services, actor, email);
  await sendEmailCode(services, actor, { email, address });
  return getState(actor, services);
};

/** Discards a pending e-mail change and its code. */
export const cancelEmailChange: Handler<typeof calls.cancelEmailChange> = async (
  { actor },
  { db },
) => {
  await requireMayVerifyEmail(actor, db);
  await db
    .deleteFrom('email_verifications')
    .where('installer_id', '=', actor.userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('installers')
            .select('id')
            .where('id', '=', actor.userId)
            .whereRef('installers.email', '=', 'email_verifications.email'),
        ),
      ),
    )
    .execute();
  return getInstallerUser(db, actor.userId);
};

/** Throws `forbidden` for roles that can't change their own e-mail address. */
export function requireOwnEmail(actor: Actor): void {
  if (!managesOwnEmail(actor.role)) throw new ApiFailure('forbidden');
}

/**
 * Throws `forbidden` for roles that can't change their own e-mail address, unless an owner has entered an
 * address that awaits this person's code.
 */
export async function requireMayVerifyEmail(actor: Actor, db: Kysely<Database>): Promise<void> {
  if (managesOwnEmail(actor.role)) return;
  const pending = await db
    .selectFrom('email_verifications')
    .select('email')
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  if (pending === undefined) throw new ApiFailure('forbidden');
}

/** Throws like `requireMayVerifyEmail`, and `email_needed` if there is no address at all. */
async function getState(actor: Actor, services: Services): Promise<EmailVerification> {
  await requireMayVerifyEmail(actor, services.db);
  const person = await services.db
    .selectFrom('installers')
    .select(['email', 'verified_email_at'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const last = await services.db
    .selectFrom('email_verifications')
    .select(['email', 'sent_at', 'expires_at', 'code_length'])
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  if (person.email === null && last === undefined) throw new ApiFailure('email_needed');
  const isValid = last !== undefined && last.expires_at.getTime() > services.clock.now();
  const sent = isValid ? last : undefined;
  return {
    email: person.email,
    pending_email: last === undefined || last.email === person.email ? null : last.email,
    verified_email_at: person.verified_email_at?.toISOString() ?? null,
    sent_at: sent?.sent_at.toISOString() ?? null,
    expires_at: sent?.expires_at.toISOString() ?? null,
    code_length: sent?.code_length ?? null,
  };
}
