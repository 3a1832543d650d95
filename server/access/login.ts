import { randomUUID } from 'node:crypto';
import { isTestPhone } from '#schemas/phone.ts';
import { languageById } from '#schemas/languages.ts';
import { type LoginResponse } from '#schemas/session.ts';
import { type calls } from '#schemas/api/calls.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { dispatchCode } from './dispatch-code.ts';
import {
  type FoundInstaller,
  findInstaller,
  type Identifier,
  identifierOf,
} from './find-installer.ts';
import { limits, take, takeOverall } from './rate-limits.ts';
import { regionCodeOf } from './sessions.ts';
import { strangerOf } from './stranger.ts';
import { CODE_LIFETIME_MINUTES, hashCode, keyedHash, newCode } from './tokens.ts';

const CODE_LIFETIME_MS = CODE_LIFETIME_MINUTES * 60_000;

/** Asks for a one-time code. The answer does not wait for the message to leave. */
export const login: Handler<typeof calls.login> = async ({ body, language, address }, services) => {
  const identifier = identifierOf(body);
  await take(services, limits.askFrom, address);
  const passed = await take(services, limits.askHere, address, identifier.value);
  const person = await findReachable(services, identifier);
  await takeForIdentifier(services, identifier, address, person);
  await takeOverall(services, limits.askAll, passed);
  if (person === undefined && !services.environment.hideUnknownInstallers) {
    services.logger.info('a sign-in was asked for somebody unknown');
    throw new ApiFailure('installer_not_found');
  }
  const answer: Omit<LoginResponse, 'challenge_id'> =
    person === undefined
      ? strangerOf(services.pepper, identifier, body.region)
      : {
          region: regionCodeOf(person.regions_id),
          has_survey: person.survey !== null,
          email_consent: person.email_consent,
          phone_consent: person.phone_consent,
          options: person.options,
          role: person.role,
          user_id: person.id,
          company_id: person.company_id,
          created_at: person.created_at.toISOString(),
        };
  const isTest = isTestPhone(identifier.value);
  const code = (isTest ? services.environment.testCode : null) ?? newCode();
  const challengeId = await keepChallenge(services, answer.user_id, person, code);
  if (person !== undefined && !isTest) {
    const preferred = languageById(person.languages_id) ?? language;
    dispatchCode(services, {
      channel: identifier.channel,
      to: identifier.value,
      language: preferred,
      code,
    });
  }
  return { ...answer, challenge_id: challengeId };
};

/** The person, unless they are a test device that this server does not know. */
async function findReachable(services: Services, identifier: Identifier): Promise<FoundInstaller> {
  const person = await findInstaller(services.db, identifier);
  const refused = isTestPhone(identifier.value) && services.environment.testCode === null;
  return refused ? undefined : person;
}

/**
 * The limit for one identifier from all places together. It does not hold for an address that the
 * person has signed in from, so that nobody can be locked out from elsewhere.
 */
async function takeForIdentifier(
  services: Services,
  identifier: Identifier,
  address: string,
  person: FoundInstaller,
): Promise<void> {
  const addressHash = keyedHash(services.pepper, 'address', address);
  const known = await services.db
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', person?.id ?? randomUUID())
    .where('address_hash', '=', addressHash)
    .limit(1)
    .executeTakeFirst();
  if (known === undefined) await take(services, limits.askFor, identifier.value);
}

async function keepChallenge(
  services: Services,
  claimedId: string,
  person: FoundInstaller,
  code: string,
): Promise<string> {
  const id = randomUUID();
  const now = services.clock.now();
  await services.db
    .insertInto('challenges')
    .values({
      id,
      claimed_id: claimedId,
      installer_id: person?.id ?? null,
      code_hash: hashCode(services.pepper, id, code),
      used_at: null,
      created_at: new Date(now),
      expires_at: new Date(now + CODE_LIFETIME_MS),
    })
    .execute();
  return id;
}
