import { type Selectable, sql, type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { RESTORE_CODE_LENGTH } from '#schemas/session.ts';
import { type InstallersTable, type VerifiedEmail } from '../access/access-tables.ts';
import { recordCodeAttempt } from '../access/code-guessing.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { getInstallerUser } from '../access/self.ts';
import { hashIdentifier, newCode, isSameHash, EMAIL_RESTORE_DAYS } from '../access/tokens.ts';
import { invalidCode, MAX_TRIES } from '../access/verify-login.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handler } from '../http/handler.ts';
import { findInstallerByEmail } from '../registration/find-existing.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';
import { hashEmailCode, enforceEmailCodeLimits } from './email-code.ts';
import { requireCanVerifyEmail } from './email-verification.ts';
import { recordChange } from './record-change.ts';
import { hashRestoreCode } from './restore-email.ts';
import { mapUniqueViolation } from './unique-conflicts.ts';

/**
 * Checks that the actor may change an email address, their own or a team member's, to the given one. The response
 * reveals whether that address is in use, so each request counts against the limits of `validate` and against the
 * actor's own limit. Throws `too_many_requests` or `email_taken`.
 * @param personId id of the person whose address changes; defaults to the actor
 */
export async function validateNewEmail(
  services: Services,
  actor: Actor,
  request: { readonly email: string; readonly clientNetwork: string; readonly personId?: string },
): Promise<void> {
  const { email, clientNetwork, personId = actor.userId } = request;
  await enforceLimit(services, limits.validationsPerNetwork, clientNetwork);
  const withinLimit = await enforceLimit(services, limits.emailChangesPerPerson, actor.userId);
  await enforceOverallLimit(services, limits.validationsOverall, withinLimit);
  const holder = await findInstallerByEmail(services.db, email, services.clock.now());
  if (holder !== undefined && holder !== personId) throw emailTaken('body.email');
  await enforceEmailCodeLimits(services, actor, email);
}

/**
 * Verifies a person's email address with a code. If the code was sent to a new address, that address replaces the old
 * one, and a message to the old address reports the change. A wrong code, an expired code and too many attempts all get
 * the same response.
 */
export const verifyEmail: Handler<typeof calls.verifyEmail> = async (
  { body, actor, clientNetwork },
  services,
) => {
  await requireCanVerifyEmail(actor, services.db);
  const verification = await verifyCode(body.code, actor, clientNetwork, services);
  const { language } = actor;
  await mapUniqueViolation(
    transact(services.db, async (trx) => {
      const replacedEmail = await applyVerifiedEmail(trx, services, actor, verification);
      if (replacedEmail === null) return;
      const { email: to, code } = replacedEmail;
      const message = { purpose: 'email_changed', channel: 'email', to, language, code } as const;
      await enqueueCode(trx, services, message);
    }),
  );
  services.messages.sendUrgent();
  return getInstallerUser(services.db, actor.userId);
};

/** An email address that was verified with a code, and the hash of that code. */
interface VerifiedCode {
  readonly email: VerifiedEmail;
  readonly codeHash: string;
}

async function verifyCode(
  code: string,
  actor: Actor,
  clientNetwork: string,
  services: Services,
): Promise<VerifiedCode> {
  // The attempt is counted in the statement that reads the code, so that parallel guesses can't exceed the limit.
  const pendingChange = await services.db
    .updateTable('email_verifications')
    .set({ tries: sql<number>`tries + 1` })
    .where('installer_id', '=', actor.userId)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(services.clock.now()))
    .returning(['email', 'code_hash', 'tries'])
    .executeTakeFirst();
  if (pendingChange === undefined) throw invalidCode();
  const attempt = await recordCodeAttempt(
    services,
    { clientNetwork, subject: pendingChange.email },
    code,
  );
  const hash = hashEmailCode(services, actor, pendingChange.email, code);
  if (!attempt.isAllowed || !isSameHash(pendingChange.code_hash, hash)) {
    throw invalidCode(attempt.isAllowed && !attempt.isLast ? MAX_TRIES - pendingChange.tries : 0);
  }
  await attempt.undo();
  return { email: pendingChange.email as VerifiedEmail, codeHash: pendingChange.code_hash };
}

/** @returns the replaced address and its restore code; null if no address was replaced */
async function applyVerifiedEmail(
  trx: Transaction<Database>,
  services: Services,
  actor: Actor,
  { email, codeHash }: VerifiedCode,
): Promise<{ email: string; code: string | null } | null> {
  const now = services.clock.now();
  const usedVerification = await trx
    .deleteFrom('email_verifications')
    .where('installer_id', '=', actor.userId)
    // No row matches if a newer code was sent, or if this code was used concurrently.
    .where('code_hash', '=', codeHash)
    .returning('email')
    .executeTakeFirst();
  if (usedVerification === undefined) throw invalidCode();
  const person = await trx
    .selectFrom('installers')
    .select(['id', 'email', 'verified_email_at'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isNew = person.email !== email;
  if (isNew) {
    const holder = await findInstallerByEmail(trx, email, now);
    if (holder !== undefined && holder !== actor.userId) throw emailTaken('body.code');
  }
  const replacedEmail = isNew ? await storeFormerEmail(trx, services, person, email) : null;
  await trx
    .updateTable('installers')
    .set({ email, verified_email_at: new Date(now) })
    .where('id', '=', actor.userId)
    .execute();
  const fields = isNew ? ['email', 'verified_email_at'] : ['verified_email_at'];
  await recordChange(trx, actor, now, { subject: 'user', fields });
  return replacedEmail;
}

type PersonEmail = Pick<Selectable<InstallersTable>, 'id' | 'email' | 'verified_email_at'>;

/**
 * Stores a replaced address so that it can be restored. An unverified address isn't stored, because it may be a
 * stranger's. The replaced address isn't stored either if the new address is a former one: an intruder may have set the
 * replaced address, and could otherwise use it to reclaim the account.
 */
async function storeFormerEmail(
  trx: Transaction<Database>,
  services: Services,
  { id, email, verified_email_at }: PersonEmail,
  newEmail: VerifiedEmail,
): Promise<{ email: string; code: string | null } | null> {
  if (email === null) return null;
  const now = services.clock.now();
  const isFormer = await deleteFormerEmailsFrom(trx, id, newEmail, now);
  const isVerified =
    verified_email_at !== null || (await hasSignedInWith(trx, services, id, email));
  if (isFormer || !isVerified) return { email, code: null };
  const code = newCode(RESTORE_CODE_LENGTH);
  await trx
    .insertInto('former_emails')
    .values({
      installer_id: id,
      email,
      code_hash: hashRestoreCode(services, code),
      expires_at: new Date(now + EMAIL_RESTORE_DAYS * DAY_MS),
    })
    .execute();
  return { email, code };
}

/**
 * Deletes a former address and all later ones.
 * @returns true if the address was a former one
 */
async function deleteFormerEmailsFrom(
  trx: Transaction<Database>,
  installerId: string,
  email: string,
  now: number,
): Promise<boolean> {
  const formerEmail = await trx
    .selectFrom('former_emails')
    .select('id')
    .where('installer_id', '=', installerId)
    .where('email', '=', email)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (formerEmail === undefined) return false;
  await trx
    .deleteFrom('former_emails')
    .where('installer_id', '=', installerId)
    .where('id', '>=', formerEmail.id)
    .execute();
  return true;
}

async function hasSignedInWith(
  trx: Transaction<Database>,
  { pepper }: Services,
  installerId: string,
  email: string,
): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', installerId)
    .where('identifier_hash', '=', hashIdentifier(pepper, email))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}

function emailTaken(field: string): ApiFailure {
  return new ApiFailure('email_taken', { field });
}
