import { createHmac, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/durations.ts';
import { type RegionCode, regionCodeOf } from '#schemas/regions.ts';
import { type RoleId, roles } from '#schemas/roles.ts';
import { type LoginResponse, CODE_LENGTH, LONG_CODE_LENGTH } from '#schemas/session.ts';
import {
  type Identifier,
  type FoundInstaller,
  findInstaller,
  toIdentifier,
} from './find-installer.ts';
import type { Transaction } from 'kysely';
import { isTestPhone } from '#schemas/phone.ts';
import { languageById } from '#schemas/languages.ts';
import type { calls } from '#schemas/api/calls.ts';
import { transact } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import type { Handler } from '../http/handler.ts';
import { enqueueCode } from '../messages/queue/enqueue.ts';
import type { Services } from '../services.ts';
import { getConsents } from './consents.ts';
import { getRequiredCodeLength } from './code-guessing.ts';
import { isKnownDevice } from './known-device.ts';
import { incrementCount, limits, enforceLimit, enforceOverallLimit } from './rate-limits.ts';
import { CODE_LIFETIME_MINUTES, hashCode, hashIdentifier, hashToken, newCode } from './tokens.ts';

/** Roles of decoy responses, in roughly the same proportions as among real people. */
const roleDistribution: readonly RoleId[] = [
  roles.owner,
  roles.owner,
  roles.owner,
  roles.staff,
  roles.staff,
  roles.decorOwner,
];
const FIRST_ACCOUNT_TIME = Date.UTC(2019, 0, 1);
const CREATION_RANGE_MS = 5 * 365 * DAY_MS;

/**
 * Creates a plausible login response for any identifier, so that responses don't reveal who has an account
 * (security 3). The response is derived from the identifier by a keyed hash, so that repeated requests return the
 * same person.
 */
function createDecoyLogin(
  pepper: string,
  identifier: Identifier,
  region: RegionCode,
): Omit<LoginResponse, 'challenge_id' | 'code_length'> {
  const bytes = createHmac('sha512', pepper).update(`stranger:${identifier.value}`).digest();
  const uint32At = (offset: number) => bytes.readUInt32BE(offset);
  return {
    region,
    has_survey: uint32At(32) % 2 === 0,
    email_consent: uint32At(36) % 2 === 0,
    phone_consent: uint32At(40) % 2 === 0,
    options: '{}',
    role: roleDistribution[uint32At(44) % roleDistribution.length] ?? roles.owner,
    user_id: formatUuid(bytes.subarray(0, 16)),
    company_id: formatUuid(bytes.subarray(16, 32)),
    created_at: new Date(
      FIRST_ACCOUNT_TIME + (uint32At(48) / 2 ** 32) * CREATION_RANGE_MS,
    ).toISOString(),
  };
}

/** Formats 16 bytes as a random UUID (version 4). */
function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const CODE_LIFETIME_MS = CODE_LIFETIME_MINUTES * MINUTE_MS;
/** Counts the codes for an identifier from one network, so that the first one in each hour can be recognised. */
const firstInHour = { name: 'ask-first-here', count: 1, windowMs: HOUR_MS };

/** Sends a one-time code. Responds without waiting for the message to be sent. */
export const login: Handler<typeof calls.requestSignInCode> = async (
  { body, language, clientNetwork, browserId },
  services,
) => {
  const identifier = toIdentifier(body);
  const person = await findReachablePerson(services, identifier);
  if (await isKnownDevice(services.db, browserId, person?.id)) {
    await enforceLimit(services, limits.codesOnKnownDevice, browserId, identifier.value);
  } else {
    await enforceUnknownDeviceLimits(services, clientNetwork, identifier.value);
  }
  const hidesUnknown = services.environment.hideUnknownInstallers;
  if (person === undefined && !hidesUnknown) {
    services.logger.info('a sign-in code was requested for an unknown person');
    throw new ApiFailure('installer_not_found');
  }
  const response =
    person === undefined || hidesUnknown
      ? createDecoyLogin(services.pepper, identifier, body.region)
      : toLoginResponse(person);
  const length = await getRequiredCodeLength(services, {
    clientNetwork,
    subject: response.user_id,
  });
  const isTest = isTestPhone(identifier.value);
  const code = (isTest ? services.environment.testCode : null) ?? newCode(length);
  const shouldSend = person !== undefined && !isTest;
  const challenge = { claimedId: response.user_id, person, identifier, code, device: browserId };
  const challengeId = await transact(services.db, async (trx) => {
    // If the server hides who has an account, a message is queued even if none will be sent. So the response always
    // takes equally long.
    if (shouldSend || hidesUnknown) {
      await enqueueCode(trx, services, {
        purpose: 'sign_in',
        channel: identifier.channel,
        to: shouldSend ? identifier.value : null,
        language: languageById(person?.languages_id ?? 0) ?? language,
        code,
      });
    }
    return insertChallenge(trx, services, challenge);
  });
  services.messages.sendUrgent();
  const code_length = code.length === CODE_LENGTH ? CODE_LENGTH : LONG_CODE_LENGTH;
  return { ...response, challenge_id: challengeId, code_length };
};

function toLoginResponse(
  person: NonNullable<FoundInstaller>,
): Omit<LoginResponse, 'challenge_id' | 'code_length'> {
  const { email_consent, phone_consent } = getConsents(person);
  return {
    region: regionCodeOf(person.regions_id),
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
async function findReachablePerson(
  services: Services,
  identifier: Identifier,
): Promise<FoundInstaller> {
  const person = await findInstaller(services.db, identifier);
  const isRejected = isTestPhone(identifier.value) && services.environment.testCode === null;
  return isRejected ? undefined : person;
}

/**
 * Enforces the limits for unknown devices. The first code for an identifier from each network in an hour has a separate
 * limit. To keep a person from signing in on a new device, an attacker would have to use up that limit every hour, and
 * would need another network for each code.
 */
async function enforceUnknownDeviceLimits(
  services: Services,
  clientNetwork: string,
  identifier: string,
): Promise<void> {
  await enforceLimit(services, limits.codesPerNetwork, clientNetwork);
  await enforceLimit(services, limits.codesPerIdentifierAndNetwork, clientNetwork, identifier);
  const isFirst = (await incrementCount(services, firstInHour, clientNetwork, identifier)) === 1;
  const withinLimit = await enforceLimit(
    services,
    isFirst ? limits.firstCodesPerIdentifier : limits.codesPerIdentifier,
    identifier,
  );
  await enforceOverallLimit(services, limits.codesOverall, withinLimit);
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
