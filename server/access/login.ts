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
/** In which an address's first code for an identifier is counted apart from its further ones. */
const firstInHour = { name: 'ask-first-here', count: 1, windowMs: 3_600_000 };

/** Asks for a one-time code. The answer does not wait for the message to leave. */
export const login: Handler<typeof calls.login> = async (
  { body, language, address, device },
  services,
) => {
  const identifier = toIdentifier(body);
  const person = await findReachable(services, identifier);
  if (await isKnownDevice(services.db, device, person?.id)) {
    await enforceLimit(services, limits.codesOnKnownDevice, device, identifier.value);
  } else {
    await takeAsStranger(services, address, identifier.value);
  }
  const hides = services.environment.hideUnknownInstallers;
  if (person === undefined && !hides) {
    services.logger.info('a sign-in was asked for somebody unknown');
    throw new ApiFailure('installer_not_found');
  }
  const answer =
    person === undefined || hides
      ? createDecoyLogin(services.pepper, identifier, body.region)
      : answerOf(person);
  const length = await requiredCodeLength(services, { address, subject: answer.user_id });
  const isTest = isTestPhone(identifier.value);
  const code = (isTest ? services.environment.testCode : null) ?? newCode(length);
  const isSent = person !== undefined && !isTest;
  const challenge = { claimedId: answer.user_id, person, identifier, code, device };
  const challengeId = await transact(services.db, async (trx) => {
    // Where strangers are answered like everybody, a message to nobody is written for them.
    if (isSent || hides) {
      await enqueueCode(trx, services, {
        purpose: 'sign_in',
        channel: identifier.channel,
        to: isSent ? identifier.value : null,
        language: languageById(person?.languages_id ?? 0) ?? language,
        code,
      });
    }
    return keepChallenge(trx, services, challenge);
  });
  services.messages.sendUrgent();
  const code_length = code.length === CODE_LENGTH ? CODE_LENGTH : LONG_CODE_LENGTH;
  return { ...answer, challenge_id: challengeId, code_length };
};

function answerOf(
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

/** The person, unless they are a test device that this server does not know. */
async function findReachable(services: Services, identifier: Identifier): Promise<FoundInstaller> {
  const person = await findInstaller(services.db, identifier);
  const refused = isTestPhone(identifier.value) && services.environment.testCode === null;
  return refused ? undefined : person;
}

/**
 * The limits where no device speaks for the person. An address's first code in the hour is counted
 * apart: whoever wants to keep a person from signing in on a new device needs as many addresses as
 * there are first codes, every hour.
 */
async function takeAsStranger(
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
  /** The name of the asking device, out of its cookie. */
  readonly device: string;
}

async function keepChallenge(
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
