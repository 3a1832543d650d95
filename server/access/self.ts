import { type calls } from '#schemas/api/calls.ts';
import { type Company, type InstallerUser } from '#schemas/installer.ts';
import { languageById, sourceLanguage } from '#schemas/languages.ts';
import { isDecor } from '#schemas/roles.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type Kysely, type Selectable } from 'kysely';
import { type Database } from '../db/tables.ts';
import { type Handler } from '../http/handler.ts';
import { type CompaniesTable, type InstallersTable } from './access-tables.ts';
import { getConsents } from './consents.ts';

/** Returns the signed-in person and their company. */
export const getSignedInUser: Handler<typeof calls.getSignedInUser> = ({ actor }, { db }) =>
  getInstallerUser(db, actor.userId);

/** Reads a person with their company, as the API returns them. Throws if the id is unknown. */
export async function getInstallerUser(
  db: Kysely<Database>,
  userId: string,
): Promise<InstallerUser> {
  const person = await db
    .selectFrom('installers')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const company = await db
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', person.company_id)
    .executeTakeFirstOrThrow();
  const verification = await db
    .selectFrom('email_verifications')
    .select('email')
    .where('installer_id', '=', person.id)
    .executeTakeFirst();
  const pending_email =
    verification && verification.email !== person.email ? verification.email : null;
  return { ...toInstallerUser(person, company), pending_email };
}

function toInstallerUser(
  person: Selectable<InstallersTable>,
  company: Selectable<CompaniesTable>,
): Omit<InstallerUser, 'pending_email'> {
  return {
    uuid: person.id,
    name: person.name,
    surname: person.surname,
    email: person.email,
    phone: person.phone,
    avatar: person.avatar,
    role: { id: person.role },
    region: regionCodeOf(company.regions_id),
    languages_id: person.languages_id,
    language: languageById(person.languages_id) ?? sourceLanguage,
    active: person.active,
    verified_email_at: person.verified_email_at?.toISOString() ?? null,
    ...getConsents(person),
    is_decor_installer: isDecor(person.role),
    options: person.options,
    fcm: person.fcm,
    created_at: person.created_at.toISOString(),
    company: toCompany(company),
  };
}

/** Maps a company row to the API's format. */
export function toCompany(company: Selectable<CompaniesTable>): Company {
  const toFlag = (value: boolean) => (value ? 1 : 0);
  return {
    uuid: company.id,
    id: company.number,
    active: company.active,
    name: company.name,
    registration_number: company.registration_number,
    registration_number_2: company.registration_number_2,
    company_type: company.company_type,
    disclaimer_accepted: company.disclaimer_accepted,
    declaration_accepted: company.declaration_accepted,
    address: company.address,
    postal_code: company.postal_code,
    city: company.city,
    regions_id: company.regions_id,
    survey: company.survey,
    surveyResponse: company.survey,
    is_recommended: company.is_recommended,
    accepts_leads: toFlag(company.accepts_leads),
    availability: toFlag(company.availability),
    has_edenred_card: toFlag(company.has_edenred_card),
    edenred_card: company.edenred_card,
    crm_customer_id: company.crm_customer_id,
  };
}
