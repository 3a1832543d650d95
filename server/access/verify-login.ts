import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type calls } from '#schemas/api/calls.ts';
import { COMPANY_BLOCKED } from '#schemas/api/errors.ts';
import { type SignedIn } from '#schemas/session.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';
import { type ChallengesTable } from './access-tables.ts';
import { recordCodeAttempt } from './code-guessing.ts';
import { isKnownDevice } from './known-device.ts';
import { limits, enforceLimit } from './rate-limits.ts';
import { createSession } from './sessions.ts';
import { hashCode, hashIdentifier, hashToken, isSameHash } from './tokens.ts';

/** Maximum number of attempts per code. It's low, because five digits are weak [ASVS 6.5.4, 6.6.3]. */
export const MAX_TRIES = 5;

/**
 * Signs in with a one-time code. A wrong, used or expired code, too many attempts, or a request from another
 * device all get the same response.
 */
export const verifyLogin: Handler<typeof calls.signIn> = async (
  { body, clientNetwork, browserId, userAgent },
  services,
) => {
  const { userId, code } = body;
  const id =
    body.challenge_id ?? (await findNewestChallenge(services, browserId, userId)) ?? randomUUID();
  const requestedChallenge = await services.db
    .selectFrom('challenges')
    .select('installer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const isKnown = await isKnownDevice(
    services.db,
    browserId,
    requestedChallenge?.installer_id ?? undefined,
  );
  if (!isKnown) await enforceLimit(services, limits.verificationsPerNetwork, clientNetwork);
  const challenge = await verifyCode({ id, userId, code }, clientNetwork, services);
  const signIn = await createSessionFor(challenge, services, {
    deviceHash: hashToken(browserId),
    device: deviceKindOf(userAgent),
  });
  // Thrown outside the transaction, so that marking the code as used is committed.
  if (signIn === null) throw new ApiFailure('forbidden', { details: { reason: COMPANY_BLOCKED } });
  return signIn;
};

/**
 * Finds the newest open challenge that this device requested for the person. It's needed because the call in the
 * specification has no challenge id (spec 1 §7). The device is identified by its cookie, so that no one can guess the
 * code of another person's sign-in or use up its attempts.
 */
async function findNewestChallenge(
  { db, clock }: Services,
  device: string,
  userId: string,
): Promise<string | undefined> {
  const newestChallenge = await db
    .selectFrom('challenges')
    .select('id')
    .where('device_hash', '=', hashToken(device))
    .where('claimed_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newestChallenge?.id;
}

type VerifiedChallenge = Pick<Selectable<ChallengesTable>, 'id' | 'identifier_hash'> & {
  readonly installerId: string;
};

/** Returns the challenge if the code is correct. Throws `invalid_code`. */
async function verifyCode(
  input: { readonly id: string; readonly userId: string; readonly code: string },
  clientNetwork: string,
  services: Services,
): Promise<VerifiedChallenge> {
  // The attempt is counted in the statement that reads the code, so that parallel guesses can't exceed the limit.
  const challenge = await services.db
    .updateTable('challenges')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', input.id)
    .where('claimed_id', '=', input.userId)
    .where('used_at', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(services.clock.now()))
    .returning(['id', 'code_hash', 'installer_id', 'identifier_hash', 'tries'])
    .executeTakeFirst();
  if (challenge === undefined) throw invalidCode();
  const attempt = await recordCodeAttempt(
    services,
    { clientNetwork, subject: input.userId },
    input.code,
  );
  const hash = hashCode(services.pepper, input.id, input.code);
  const isCorrect = attempt.isAllowed && isSameHash(challenge.code_hash, hash);
  const { id, identifier_hash, installer_id: installerId } = challenge;
  if (!isCorrect || installerId === null) {
    if (attempt.isLast) await notifyOfWrongCodes(services, installerId ?? randomUUID());
    throw invalidCode(attempt.isAllowed && !attempt.isLast ? MAX_TRIES - challenge.tries : 0);
  }
  await attempt.undo();
  return { id, identifier_hash, installerId };
}

/**
 * Notifies the person that too many wrong codes were entered. Runs the same queries for an unknown account,
 * so that timing reveals nothing.
 */
async function notifyOfWrongCodes(services: Services, installerId: string): Promise<void> {
  const person = await services.db
    .selectFrom('installers')
    .select(['email', 'phone', 'languages_id'])
    .where('id', '=', installerId)
    .where('active', '=', true)
    .executeTakeFirst();
  await transact(services.db, (trx) =>
    enqueueCode(trx, services, {
      purpose: 'wrong_codes',
      channel: person?.email === null ? 'sms' : 'email',
      to: person?.email ?? person?.phone ?? null,
      language: languageById(person?.languages_id ?? 0) ?? 'en',
      code: null,
    }),
  );
  services.messages.sendUrgent();
}

/**
 * Exchanges a challenge for a session. Throws `invalid_code` if the challenge was already used, or if the person was
 * removed.
 * @returns null if the company is blocked
 */
function createSessionFor(
  challenge: VerifiedChallenge,
  services: Services,
  client: { readonly deviceHash: string; readonly device: ReturnType<typeof deviceKindOf> },
): Promise<SignedIn | null> {
  const now = services.clock.now();
  return transact(services.db, async (trx) => {
    // The person is locked before the challenge, in the same order as in `team/change-phone.ts`, to avoid deadlocks.
    const person = await trx
      .selectFrom('installers as person')
      .innerJoin('companies as company', 'company.id', 'person.company_id')
      .select(['person.id', 'person.company_id', 'person.role', 'person.email', 'person.phone'])
      .select(['company.regions_id', 'company.survey', 'company.active as companyActive'])
      .where('person.id', '=', challenge.installerId)
      .where('person.active', '=', true)
      .forUpdate('person')
      .executeTakeFirst();
    const usedChallenge = await trx
      .updateTable('challenges')
      .set({ used_at: new Date(now) })
      .where('id', '=', challenge.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (usedChallenge === undefined || person === undefined) throw invalidCode();
    if (!ownsIdentifier(challenge.identifier_hash, person, services)) throw invalidCode();
    if (person.companyActive === 0) return null;
    await trx
      .updateTable('installers')
      .set({ has_signed_in: true })
      .where('id', '=', person.id)
      .where('has_signed_in', '=', false)
      .execute();
    await verifyOperatorsEmail(trx, services, { person, challenge, now });
    const token = await createSession(trx, now, {
      installerId: person.id,
      companyId: person.company_id,
      identifierHash: challenge.identifier_hash,
      ...client,
    });
    return {
      ...token,
      user_id: person.id,
      company_id: person.company_id,
      role: person.role,
      region: regionCodeOf(person.regions_id),
      has_survey: person.survey !== null,
    };
  });
}

/** Marks an address that an operator entered as verified once the person signs in with a code sent to it. */
async function verifyOperatorsEmail(
  trx: Transaction<Database>,
  { pepper }: Services,
  signIn: {
    readonly person: { readonly id: string; readonly email: string | null };
    readonly challenge: VerifiedChallenge;
    readonly now: number;
  },
): Promise<void> {
  const { person, challenge, now } = signIn;
  if (person.email === null) return;
  if (challenge.identifier_hash !== hashIdentifier(pepper, person.email)) return;
  await trx
    .updateTable('installers')
    .set({ verified_email_at: new Date(now) })
    .where('id', '=', person.id)
    .where('email_from_operator', '=', true)
    .where('verified_email_at', 'is', null)
    .execute();
}

/**
 * True if the person still has the address or number that the code was sent to. Otherwise a code requested
 * just before an owner changed the number would sign in the holder of the old number.
 */
function ownsIdentifier(
  identifierHash: string | null,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  { pepper }: Services,
): boolean {
  if (identifierHash === null) return true;
  return [email, phone].some(
    (identifier) => identifier !== null && hashIdentifier(pepper, identifier) === identifierHash,
  );
}

/** @param tries_left remaining attempts for this code */
export function invalidCode(tries_left = 0): ApiFailure {
  return new ApiFailure('invalid_code', { field: 'body.code', details: { tries_left } });
}
