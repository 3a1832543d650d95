import { type Selectable, sql, type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { RESTORE_CODE_LENGTH } from '#schemas/session.ts';
import { type InstallersTable, type ProvedEmail } from '../access/access-tables.ts';
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
import { requireMayVerifyEmail } from './email-verification.ts';
import { recordChange } from './record-change.ts';
import { hashRestoreCode } from './restore-email.ts';
import { mapUniqueViolation } from './unique-conflicts.ts';

/**
 * Whether a person may ask for another e-mail address, their own or a member's. It tells whether
 * somebody has that address, so it counts with what `validate` tells, and for the person.
 * @param of whose address it is to be; the actor's own without it
 * Throws `too_many_requests`, `email_taken`.
 */
export async function validateNewEmail(
  services: Services,
  actor: Actor,
  asked: { readonly email: string; readonly address: string; readonly of?: string },
): Promise<void> {
  const { email, address, of = actor.userId } = asked;
  await enforceLimit(services, limits.validationsPerAddress, address);
  const passed = await enforceLimit(services, limits.emailChangesPerPerson, actor.userId);
  await enforceOverallLimit(services, limits.validationsOverall, passed);
  const holder = await findInstallerByEmail(services.db, email, services.clock.now());
  if (holder !== undefined && holder !== of) throw emailTaken('body.email');
  await enforceEmailCodeLimits(services, actor, email);
}

/**
 * Takes the code: the person's address is verified, or the one that was to replace it does so now, and
 * the old one is told. Wrong, expired, tried too often: all the same answer.
 */
export const verifyEmail: Handler<typeof calls.verifyEmail> = async (
  { body, actor, address },
  services,
) => {
  await requireMayVerifyEmail(actor, services.db);
  const proof = await provedBy(body.code, actor, address, services);
  const { language } = actor;
  await mapUniqueViolation(
    transact(services.db, async (trx) => {
      const replaced = await takeEffect(trx, services, actor, proof);
      if (replaced === null) return;
      const { email: to, code } = replaced;
      const told = { purpose: 'email_changed', channel: 'email', to, language, code } as const;
      await enqueueCode(trx, services, told);
    }),
  );
  services.messages.sendUrgent();
  return getInstallerUser(services.db, actor.userId);
};

/** An address that a code has just proved, and which code that was. */
interface Proof {
  readonly email: ProvedEmail;
  readonly codeHash: string;
}

async function provedBy(
  code: string,
  actor: Actor,
  address: string,
  services: Services,
): Promise<Proof> {
  // Counting the try and looking at the code are one statement: parallel guesses can't get a sixth.
  const sent = await services.db
    .updateTable('email_verifications')
    .set({ tries: sql<number>`tries + 1` })
    .where('installer_id', '=', actor.userId)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(services.clock.now()))
    .returning(['email', 'code_hash', 'tries'])
    .executeTakeFirst();
  if (sent === undefined) throw invalidCode();
  const tried = await recordCodeAttempt(services, { address, subject: sent.email }, code);
  const given = hashEmailCode(services, actor, sent.email, code);
  if (!tried.isAllowed || !isSameHash(sent.code_hash, given)) {
    throw invalidCode(tried.isAllowed && !tried.isLast ? MAX_TRIES - sent.tries : 0);
  }
  await tried.undo();
  return { email: sent.email as ProvedEmail, codeHash: sent.code_hash };
}

/** @returns the address that was replaced and the code that brings it back; null where none was */
async function takeEffect(
  trx: Transaction<Database>,
  services: Services,
  actor: Actor,
  { email, codeHash }: Proof,
): Promise<{ email: string; code: string | null } | null> {
  const now = services.clock.now();
  const used = await trx
    .deleteFrom('email_verifications')
    .where('installer_id', '=', actor.userId)
    // Another one was sent in the meantime, or this one was used at the same moment.
    .where('code_hash', '=', codeHash)
    .returning('email')
    .executeTakeFirst();
  if (used === undefined) throw invalidCode();
  const before = await trx
    .selectFrom('installers')
    .select(['id', 'email', 'verified_email_at'])
    .where('id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const isNew = before.email !== email;
  if (isNew) {
    const holder = await findInstallerByEmail(trx, email, now);
    if (holder !== undefined && holder !== actor.userId) throw emailTaken('body.code');
  }
  const replaced = isNew ? await leaveBehind(trx, services, before, email) : null;
  await trx
    .updateTable('installers')
    .set({ email, verified_email_at: new Date(now) })
    .where('id', '=', actor.userId)
    .execute();
  const fields = isNew ? ['email', 'verified_email_at'] : ['verified_email_at'];
  await recordChange(trx, actor, now, { subject: 'user', fields });
  return replaced;
}

type Before = Pick<Selectable<InstallersTable>, 'id' | 'email' | 'verified_email_at'>;

/**
 * Keeps an address that is replaced for its way back. There is none to an address that was never proved,
 * which may be a stranger's, and none where the new address is itself one that had been left behind:
 * whoever came in between can't take the account back.
 */
async function leaveBehind(
  trx: Transaction<Database>,
  services: Services,
  { id, email, verified_email_at }: Before,
  next: ProvedEmail,
): Promise<{ email: string; code: string | null } | null> {
  if (email === null) return null;
  const now = services.clock.now();
  const cameBack = await forgetFrom(trx, id, next, now);
  const isProved = verified_email_at !== null || (await hasSignedInBy(trx, services, id, email));
  if (cameBack || !isProved) return { email, code: null };
  const code = newCode(RESTORE_CODE_LENGTH);
  await trx
    .insertInto('former_emails')
    .values({
      installer_id: id,
      email,
      code_hash: hashRestoreCode(services, code),
      expires_at: new Date(now + EMAIL_RESTORE_DAYS * 86_400_000),
    })
    .execute();
  return { email, code };
}

/**
 * Forgets an address that was left behind, and all that were after it.
 * @returns whether there was such a one
 */
async function forgetFrom(
  trx: Transaction<Database>,
  installerId: string,
  email: string,
  now: number,
): Promise<boolean> {
  const former = await trx
    .selectFrom('former_emails')
    .select('id')
    .where('installer_id', '=', installerId)
    .where('email', '=', email)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
  if (former === undefined) return false;
  await trx
    .deleteFrom('former_emails')
    .where('installer_id', '=', installerId)
    .where('id', '>=', former.id)
    .execute();
  return true;
}

async function hasSignedInBy(
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
