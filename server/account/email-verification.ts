import { type Kysely } from 'kysely';
import { type EmailVerification } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { managesOwnEmail } from '#schemas/person-rules.ts';
import { getInstallerUser } from '../access/self.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { sendEmailCode, enforceEmailCodeLimits } from './email-code.ts';

/** Returns the verification status of the person's current or pending address. */
export const getEmailVerification: Handler<typeof calls.getEmailVerification> = async (
  { actor },
  services,
) => loadVerification(actor, services);

/**
 * Sends a code to the pending new address, or otherwise to the current one, and invalidates the previous
 * code. Sends nothing if the address is already verified.
 */
export const requestEmailVerification: Handler<typeof calls.requestEmailVerification> = async (
  { actor, clientNetwork },
  services,
) => {
  const verification = await loadVerification(actor, services);
  if (verification.pending_email === null && verification.verified_email_at !== null)
    return verification;
  const email = verification.pending_email ?? verification.email;
  if (email === null) throw new ApiFailure('email_needed');
  await enforceEmailCodeLimits(services, actor, email);
  await sendEmailCode(services, actor, { email, clientNetwork });
  return loadVerification(actor, services);
};

/** Discards a pending email change and its code. */
export const cancelEmailChange: Handler<typeof calls.cancelEmailChange> = async (
  { actor },
  { db },
) => {
  await requireCanVerifyEmail(actor, db);
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

/** Throws `forbidden` for roles that can't change their own email address. */
export function requireCanChangeEmail(actor: Actor): void {
  if (!managesOwnEmail(actor.role)) throw new ApiFailure('forbidden');
}

/**
 * Throws `forbidden` for roles that can't change their own email address, unless an owner has entered an
 * address that the person still has to verify.
 */
export async function requireCanVerifyEmail(actor: Actor, db: Kysely<Database>): Promise<void> {
  if (managesOwnEmail(actor.role)) return;
  const pendingChange = await db
    .selectFrom('email_verifications')
    .select('email')
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  if (pendingChange === undefined) throw new ApiFailure('forbidden');
}

/**
 * Reads the verification status. Throws `forbidden` like `requireCanVerifyEmail`, and `email_needed` if the person has
 * no address to verify.
 */
async function loadVerification(actor: Actor, services: Services): Promise<EmailVerification> {
  await requireCanVerifyEmail(actor, services.db);
  const person = await services.db
    .selectFrom('installers')
    .select(['email', 'verified_email_at'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const latestVerification = await services.db
    .selectFrom('email_verifications')
    .select(['email', 'sent_at', 'expires_at', 'code_length'])
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  if (person.email === null && latestVerification === undefined)
    throw new ApiFailure('email_needed');
  const isValid =
    latestVerification !== undefined &&
    latestVerification.expires_at.getTime() > services.clock.now();
  const validVerification = isValid ? latestVerification : undefined;
  return {
    email: person.email,
    pending_email:
      latestVerification === undefined || latestVerification.email === person.email
        ? null
        : latestVerification.email,
    verified_email_at: person.verified_email_at?.toISOString() ?? null,
    sent_at: validVerification?.sent_at.toISOString() ?? null,
    expires_at: validVerification?.expires_at.toISOString() ?? null,
    code_length: validVerification?.code_length ?? null,
  };
}
