import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { isTestPhone } from '#schemas/phone.ts';
import { languageById } from '#schemas/languages.ts';
import { CODE_LENGTH, LONG_CODE_LENGTH, type LoginResponse } from '#schemas/session.ts';
import { type calls } from '#schemas/api/calls.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import { type Services } from '../services.ts';
import {
  type FoundInstaller,
  findInstaller,
  type Identifier,
  toIdentifier,
} from './find-installer.ts';
import { consentsOf } from './consents.ts';
import { requiredCodeLength } from './code-guessing.ts';
import { isKnownDevice } from './known-device.ts';
import { incrementCount, limits, enforceLimit, enforceOverallLimit } from './rate-limits.ts';
import { toRegionCode } from './sessions.ts';
import { createDecoyLogin } from './decoy-login.ts';
import { CODE_LIFETIME_MINUTES, hashCode, hashIdentifier, hashToken, newCode } from './tokens.ts';

const CODE_LIFETIME_MS = CODE_LIFETIME_MINUTES * 60_000;
/** Counts an address's first code per identifier separately. */
const firstInHour = { name: 'ask-first-here', count: 1, windowMs: 3_600_000 };

/** Sends a one-time code. Responds without waiting for the message to be sent. */
export const login: Handler<typeof calls.requestSignInCode> = async (
  { body, language, address, device },
  services,
) => {
  const identifier = toIdentifier(body);
  const person = await findReachable(services, identifier);
  if (await isKnownDevice(services.db, device, person?.id)) {
    await enforceLimit(services, limits.codesOnKnownDevice, device, identifier.value);
  } else {
    await enforceUnknownDeviceLimits(services, address, identifier.value);
  }
  const hidesUnknown = services.environment.hideUnknownInstallers;
  if (person === undefined && !hidesUnknown) {
    services.logger.info('a sign-in was asked for somebody unknown');
    throw new ApiFailure('installer_not_found');
  }
  const answer =
    person === undefined || hidesUnknown
      ? createDecoyLogin(services.pepper, identifier, body.region)
      : toLoginAnswer(person);
  const length = await requiredCodeLength(services, { address, subject: answer.user_id });
  const isTest = isTestPhone(identifier.value);
  const code = (isTest ? services.environment.testCode : null) ?? newCode(length);
  const isSent = person !== undefined && !isTest;
  const challenge = { claimedId: answer.user_id, person, identifier, code, device };
  const challengeId = await transact(services.db, async (trx) => {
    // When unknown people get the same response, a dummy message is queued for equal timing.
    if (isSent || hidesUnknown) {
      await enqueueCode(trx, services, {
        purpose: 'sign_in',
        channel: identifier.channel,
        to: isSent ? identifier.value : null,
        language: languageById(person?.languages_id ?? 0) ?? language,
        code,
      });
    }
    return insertChallenge(trx, services, challenge);
  });
  services.messages.sendUrgent();
  const code_length = code.length === CODE_LENGTH ? CODE_LENGTH : LONG_CODE_LENGTH;
  return { ...answer, challenge_id: challengeId, code_length };
};

function toLoginAnswer(
  person: NonNullable<FoundInstaller>,
): Omit<LoginResponse, 'challenge_id' | 'code_length'> {
  const { email_consent, phone_consent } = consentsOf(person);
  return {
    region: toRegionCode(person.regions_id),
    has_survey: person.survey !== null,
    email_consent,
    phone_consent,
    options: person.options,
    role: person.role,
    user_id: person.id,
    company_id: person.company_id,
    created_at: person.created_at.toISOString(),
  };
}

/** Finds the person, except for test phones on a server without a test code. */
async function findReachable(services: Services, identifier: Identifier): Promise<FoundInstaller> {
  const person = await findInstaller(services.db, identifier);
  const isRejected = isTestPhone(identifier.value) && services.environment.testCode === null;
  return isRejected ? undefined : person;
}

/**
 * Limits for unknown devices. The first code per address and hour is counted separately: to keep a person from
 * signing in on a
 * new device, an attacker needs as many addresses as there are first codes, every hour.
 */
async function enforceUnknownDeviceLimits(
  services: Services,
  address: string,
  identifier: string,
): Promise<void> {
  await enforceLimit(services, limits.codesPerAddress, address);
  await enforceLimit(services, limits.codesPerIdentifierAndAddress, address, identifier);
  const isFirst = (await incrementCount(services, firstInHour, address, identifier)) === 1;
  const passed = await enforceLimit(
    services,
    isFirst ? limits.firstCodesPerIdentifier : limits.codesPerIdentifier,
    identifier,
  );
  await enforceOverallLimit(services, limits.codesOverall, passed);
}

interface Challenge {
  readonly claimedId: string;
  readonly person: FoundInstaller;
  readonly identifier: Identifier;
  readonly code: string;
  /** Id of the requesting device, from its cookie. */
  readonly device: string;
}

async function insertChallenge(
  trx: Transaction<Database>,
  services: Services,
  { claimedId, person, identifier, code, device }: Challenge,
): Promise<string> {
  const id = randomUUID();
  const now = services.clock.now();
  await trx
    .insertInto('challenges')
    .values({
      id,
      claimed_id: claimedId,
      installer_id: person?.id ?? null,
      identifier_hash: hashIdentifier(services.pepper, identifier.value),
      device_hash: hashToken(device),
      code_hash: hashCode(services.pepper, id, code),
      used_at: null,
      created_at: new Date(now),
      expires_at: new Date(now + CODE_LIFETIME_MS),
    })
    .execute();
  return id;
}
