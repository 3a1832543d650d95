import { type Kysely } from 'kysely';
import { type EmailVerification } from '#schemas/api/account-calls.ts';
import { type calls } from '#schemas/api/calls.ts';
import { ownsTheirEmail } from '#schemas/person-rules.ts';
import { forbidImpersonation } from '../access/emulated-session.ts';
import { getInstallerUser } from '../access/self.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { sendEmailCode, enforceEmailCodeLimits } from './email-code.ts';

/** Where the verification of the person's address stands, and of the one that is to replace it. */
export const emailVerification: Handler<typeof calls.emailVerification> = async (
  { actor },
  services,
) => stateOf(actor, services);

/**
 * Sends a code to the new address, or where none is wanted to the person's own; the earlier code is
 * void. Who is verified already is told so, and nothing is sent.
 */
export const requestEmailVerification: Handler<typeof calls.requestEmailVerification> = async (
  { actor, address },
  services,
) => {
  await forbidImpersonation(services, actor);
  const before = await stateOf(actor, services);
  if (before.pending_email === null && before.verified_email_at !== null) return before;
  const email = before.pending_email ?? before.email;
  if (email === null) throw new ApiFailure('email_needed');
  await enforceEmailCodeLimits(services, actor, email);
  await sendEmailCode(services, actor, { email, address });
  return stateOf(actor, services);
};

/** The person's address stays as it is: the new one and its code are forgotten. */
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

/** Throws `forbidden` outside the e-mail-role subset. */
export function requireOwnEmail(actor: Actor): void {
  if (!ownsTheirEmail(actor.role)) throw new ApiFailure('forbidden');
}

/**
 * Throws `forbidden` outside the e-mail-role subset, but where the owner has entered an address that
 * waits for this person's code.
 */
export async function requireMayVerifyEmail(actor: Actor, db: Kysely<Database>): Promise<void> {
  if (ownsTheirEmail(actor.role)) return;
  const waiting = await db
    .selectFrom('email_verifications')
    .select('email')
    .where('installer_id', '=', actor.userId)
    .executeTakeFirst();
  if (waiting === undefined) throw new ApiFailure('forbidden');
}

/** Throws like `requireProving`, and `email_needed` where there is no address at all. */
async function stateOf(actor: Actor, services: Services): Promise<EmailVerification> {
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
  const isGood = last !== undefined && last.expires_at.getTime() > services.clock.now();
  const sent = isGood ? last : undefined;
  return {
    email: person.email,
    pending_email: last === undefined || last.email === person.email ? null : last.email,
    verified_email_at: person.verified_email_at?.toISOString() ?? null,
    sent_at: sent?.sent_at.toISOString() ?? null,
    expires_at: sent?.expires_at.toISOString() ?? null,
    code_length: sent?.code_length ?? null,
  };
}
