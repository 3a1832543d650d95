import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { languageById } from '#schemas/languages.ts';
import { type calls } from '#schemas/api/calls.ts';
import { type SignedIn } from '#schemas/session.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';
import { type ChallengesTable } from './access-tables.ts';
import { recordCodeAttempt } from './code-guessing.ts';
import { isKnownDevice } from './known-device.ts';
import { limits, enforceLimit } from './rate-limits.ts';
import { createSession, toRegionCode } from './sessions.ts';
import { hashCode, hashIdentifier, hashToken, isSameHash } from './tokens.ts';

/** How often a code may be tried: five digits are weak, so few [ASVS 6.5.4, 6.6.3]. */
export const MAX_TRIES = 5;

/**
 * Signs in with a one-time code. Wrong, used, expired, tried too often, asked for on another device: all the
 * same answer.
 */
export const verifyLogin: Handler<typeof calls.verifyLogin> = async (
  { body, address, device, userAgent },
  services,
) => {
  const { userId, code } = body;
  const id = body.challenge_id ?? (await newestOf(services, device, userId)) ?? randomUUID();
  const asked = await services.db
    .selectFrom('challenges')
    .select('installer_id')
    .where('id', '=', id)
    .executeTakeFirst();
  const isKnown = await isKnownDevice(services.db, device, asked?.installer_id ?? undefined);
  if (!isKnown) await enforceLimit(services, limits.verificationsPerAddress, address);
  const challenge = await provedBy({ id, userId, code }, address, services);
  return openFor(challenge, services, {
    deviceHash: hashToken(device),
    device: deviceKindOf(userAgent),
  });
};

/**
 * The newest challenge that this device has asked for as that person and that is still open: the
 * specification's call names no challenge (spec 1 §7). Only the device's cookie finds one, so the code of
 * another person's sign-in can't be guessed, nor its tries used up.
 */
async function newestOf(
  { db, clock }: Services,
  device: string,
  userId: string,
): Promise<string | undefined> {
  const newest = await db
    .selectFrom('challenges')
    .select('id')
    .where('device_hash', '=', hashToken(device))
    .where('claimed_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.id;
}

type Proved = Pick<Selectable<ChallengesTable>, 'id' | 'identifier_hash'> & {
  readonly installerId: string;
};

/** The challenge whose code this is. Throws `invalid_code`. */
async function provedBy(
  given: { readonly id: string; readonly userId: string; readonly code: string },
  address: string,
  services: Services,
): Promise<Proved> {
  // Counting the try and looking at the code are one statement: parallel guesses can't get a sixth.
  const challenge = await services.db
    .updateTable('challenges')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', given.id)
    .where('claimed_id', '=', given.userId)
    .where('used_at', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(services.clock.now()))
    .returning(['id', 'code_hash', 'installer_id', 'identifier_hash', 'tries'])
    .executeTakeFirst();
  if (challenge === undefined) throw invalidCode();
  const tried = await recordCodeAttempt(services, { address, subject: given.userId }, given.code);
  const hash = hashCode(services.pepper, given.id, given.code);
  const isRight = tried.isAllowed && isSameHash(challenge.code_hash, hash);
  const { id, identifier_hash, installer_id: installerId } = challenge;
  if (!isRight || installerId === null) {
    if (tried.isLast) await tellOfGuesses(services, installerId ?? randomUUID());
    throw invalidCode(tried.isAllowed && !tried.isLast ? MAX_TRIES - challenge.tries : 0);
  }
  await tried.undo();
  return { id, identifier_hash, installerId };
}

/**
 * Says to the person that wrong codes were tried until five digits were not safe any more. Asks and writes
 * the same where there is nobody.
 */
async function tellOfGuesses(services: Services, installerId: string): Promise<void> {
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

/** Opens a session for a challenge, once. Throws `invalid_code` where it was used or nobody is there. */
function openFor(
  challenge: Proved,
  services: Services,
  on: { readonly deviceHash: string; readonly device: ReturnType<typeof deviceKindOf> },
): Promise<SignedIn> {
  const now = services.clock.now();
  return transact(services.db, async (trx) => {
    // Locked before the challenge, in the order of `team/change-phone.ts`, which ends the person's sessions.
    const person = await trx
      .selectFrom('installers as person')
      .innerJoin('companies as company', 'company.id', 'person.company_id')
      .select(['person.id', 'person.company_id', 'person.role', 'person.email', 'person.phone'])
      .select(['company.regions_id', 'company.survey'])
      .where('person.id', '=', challenge.installerId)
      .where('person.active', '=', true)
      .forUpdate('person')
      .executeTakeFirst();
    const used = await trx
      .updateTable('challenges')
      .set({ used_at: new Date(now) })
      .where('id', '=', challenge.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (used === undefined || person === undefined) throw invalidCode();
    if (!isStillTheirs(challenge.identifier_hash, person, services)) throw invalidCode();
    await trx
      .updateTable('installers')
      .set({ has_signed_in: true })
      .where('id', '=', person.id)
      .where('has_signed_in', '=', false)
      .execute();
    const token = await createSession(trx, now, {
      installerId: person.id,
      companyId: person.company_id,
      identifierHash: challenge.identifier_hash,
      ...on,
    });
    return {
      ...token,
      user_id: person.id,
      company_id: person.company_id,
      role: person.role,
      region: toRegionCode(person.regions_id),
      has_survey: person.survey !== null,
    };
  });
}

/**
 * Whether the person still has the address or number that the code was sent to. A sign-in that was asked for
 * at the moment when an owner changed the number would otherwise let the old number in.
 */
function isStillTheirs(
  identifierHash: string | null,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  { pepper }: Services,
): boolean {
  if (identifierHash === null) return true;
  return [email, phone].some(
    (identifier) => identifier !== null && hashIdentifier(pepper, identifier) === identifierHash,
  );
}

/** @param tries_left how often the code that was sent may still be tried */
export function invalidCode(tries_left = 0): ApiFailure {
  return new ApiFailure('invalid_code', { field: 'body.code', more: { tries_left } });
}
