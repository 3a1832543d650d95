import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { type calls } from '#schemas/api/calls.ts';
import { taxFields } from '#schemas/company.ts';
import { type RegionalSettings, registrationQuestions } from '#schemas/configuration.ts';
import { type RegistrationResult, type Registration } from '#schemas/registration.ts';
import { roles } from '#schemas/roles.ts';
import { toConsentColumns } from '../access/consents.ts';
import { limits, enforceLimit, enforceOverallLimit } from '../access/rate-limits.ts';
import { findRegionalSettings } from '../configuration/region-rules.ts';
import { type RegionCode, regionCodeOf } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { runOnce } from '../db/idempotency.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Handler } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { findInstallerByEmail, findInstallerByPhone, isTaxNumberTaken } from './find-existing.ts';
import {
  type ValidRegistration,
  validateRegistration,
  type Problem,
} from './validate-registration.ts';
import { taxColumns } from './tax-columns.ts';
import { loadRegistrationSurveys } from './registration-surveys.ts';

/**
 * Owner of the idempotency keys of registrations. There is no user yet, so all registrations share this owner. The
 * clients choose random keys, so these don't collide.
 */
const KEY_OWNER = '00000000-0000-0000-0000-000000000000';

/**
 * Creates the company, its owner, consents, survey answers and reserved welcome points in one
 * transaction. Reports all invalid fields together. If there are none, reports all values that are already taken.
 */
export const registerCompany: Handler<typeof calls.registerCompany> = async (
  { body, idempotencyKey, clientNetwork },
  services,
) => {
  const withinLimit = await enforceLimit(services, limits.registrationsPerNetwork, clientNetwork);
  await enforceOverallLimit(services, limits.registrationsOverall, withinLimit);
  const { db, clock, environment } = services;
  const region = regionCodeOf(body.company.regions_id);
  const settings = await requireRegionalSettings(services, region);
  const sharedSurveys = await loadRegistrationSurveys(db);
  const isDecor = body.installer.is_decor_installer;
  const sharedQuestions = isDecor ? sharedSurveys.decor : sharedSurveys.regular;
  const { problems, valid } = validateRegistration(body, {
    settings,
    questions: [
      registrationQuestions(settings, sharedSurveys, isDecor),
      // An older app doesn't know the country's own questions, and answers the shared ones.
      ...(sharedQuestions.length > 0 ? [sharedQuestions] : []),
    ],
    hasTestDevices: environment.testCode !== null,
  });
  throwProblems(problems);
  const now = clock.now();
  const key = { owner: KEY_OWNER, key: idempotencyKey, call: 'registerCompany', body, now };
  const registration = transact(db, (trx) =>
    runOnce(trx, key, async () => {
      await lockRegion(trx, body.company.regions_id);
      throwProblems(await findTakenFields(trx, body, valid, now));
      return insertCompany(trx, body, valid, new Date(now));
    }),
  );
  const result = await registration.catch(async (error: unknown) => {
    // A concurrent registration with the same details was faster, and a unique index rejected this one. Report the
    // values that are taken now.
    if (isDuplicate(error)) throwProblems(await findTakenFields(db, body, valid, now));
    throw error;
  });
  services.logger.info(
    { region, isDecor, isInvited: Boolean(body.invite) },
    'a company has registered',
  );
  return result;
};

/** Throws `invalid_input` for a country that isn't set up. */
async function requireRegionalSettings(
  { db, logger }: Pick<Services, 'db' | 'logger'>,
  region: RegionCode,
): Promise<RegionalSettings> {
  const settings = await findRegionalSettings(db, region);
  if (settings !== null) return settings;
  logger.warn({ region }, 'a company tried to register in a country that isn’t set up');
  const message = 'Registration isn’t open in this country.';
  throw new ApiFailure('invalid_input', {
    errors: [{ code: 'invalid_input', field: 'body.company.regions_id', message }],
  });
}

/** Serialises the registrations of a country, so that each one sees the values that earlier ones have taken. */
async function lockRegion(
  trx: Transaction<Database>,
  region: Registration['company']['regions_id'],
): Promise<void> {
  await trx
    .selectFrom('region_settings')
    .select('region')
    .where('region', '=', regionCodeOf(region))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

function throwProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw ApiFailure.of(problems);
}

/** Returns the fields whose values are already in use. */
async function findTakenFields(
  db: Kysely<Database>,
  { company, installer }: Registration,
  { phone }: ValidRegistration,
  now: number,
): Promise<Problem[]> {
  const emailOwnerId = await findInstallerByEmail(db, installer.email.toLowerCase(), now);
  const phoneOwnerId = await findInstallerByPhone(db, phone);
  const isSamePerson = emailOwnerId !== undefined && emailOwnerId === phoneOwnerId;
  const problems: Problem[] = [];
  if (isSamePerson) problems.push({ code: 'installer_exists', field: 'body.installer.email' });
  else if (emailOwnerId !== undefined)
    problems.push({ code: 'email_taken', field: 'body.installer.email' });
  if (phoneOwnerId !== undefined && !isSamePerson)
    problems.push({ code: 'phone_taken', field: 'body.installer.phone' });
  for (const field of taxFields) {
    const typedNumber = company[field] ?? '';
    if (
      typedNumber !== '' &&
      (await isTaxNumberTaken(db, company.regions_id, { field, typed: typedNumber }))
    ) {
      problems.push({ code: 'registration_number_taken', field: `body.company.${field}` });
    }
  }
  return problems;
}

async function insertCompany(
  trx: Transaction<Database>,
  { company, installer, invite }: Registration,
  { phone, companyType }: ValidRegistration,
  now: Date,
): Promise<RegistrationResult> {
  const companyId = randomUUID();
  const userId = randomUUID();
  const { survey, name, address, postal_code, city, regions_id } = company;
  const { welcome_points, accepts_leads } = await loadRegionGrants(trx, regions_id);
  await trx
    .insertInto('companies')
    .values({
      id: companyId,
      name,
      address,
      postal_code,
      city,
      regions_id,
      survey,
      ...taxColumns(regionCodeOf(regions_id), company),
      company_type: companyType,
      disclaimer_accepted: companyType !== null && company.disclaimer_accepted,
      declaration_accepted: companyType !== null && company.declaration_accepted,
      edenred_card: null,
      crm_customer_id: null,
      invite: invite || null,
      reserved_points: welcome_points,
      // Decor companies have no leads.
      accepts_leads: accepts_leads && !installer.is_decor_installer,
      created_at: now,
    })
    .execute();
  await trx
    .insertInto('installers')
    .values({
      id: userId,
      company_id: companyId,
      name: installer.name,
      surname: installer.surname,
      email: installer.email.toLowerCase(),
      phone,
      avatar: null,
      role: installer.is_decor_installer ? roles.decorOwner : roles.owner,
      languages_id: installer.languages_id,
      verified_email_at: null,
      ...toConsentColumns(installer),
      options: installer.options,
      created_at: now,
    })
    .execute();
  await enqueueMessage(
    trx,
    [{ installerId: userId }],
    {
      template: 'welcome',
      data: { points: welcome_points },
    },
    now.getTime(),
  );
  return { company_id: companyId, user_id: userId, welcome_points };
}

/** Loads the region's grants for new companies. */
function loadRegionGrants(
  trx: Transaction<Database>,
  region: Registration['company']['regions_id'],
): Promise<{ welcome_points: number; accepts_leads: boolean }> {
  return trx
    .selectFrom('region_settings')
    .select(['welcome_points', 'accepts_leads'])
    .where('region', '=', regionCodeOf(region))
    .executeTakeFirstOrThrow();
}

/** True for a unique index violation. */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
