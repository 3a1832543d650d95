import { type RawBuilder, sql } from 'kysely';
import { languageIds } from '#schemas/languages.ts';
import { type Audience } from '#schemas/operator/audience.ts';
import { roles } from '#schemas/roles.ts';

const roleIds = {
  owner: [roles.owner, roles.decorOwner],
  staff: [roles.staff, roles.decorStaff],
} as const;

/**
 * Selects the active people of an audience in a country.
 * @param region the country's id, or a column with it
 */
export function selectPeople(
  region: number | RawBuilder<unknown>,
  { company, verified: isVerified, role, language, company_type: type }: Audience,
) {
  const conditions = [
    sql`person.region_id = ${region}`,
    sql`person.active`,
    sql`company.active <> 0`,
    ...(company === undefined ? [] : [sql`person.company_id = ${company}`]),
    ...(isVerified === undefined ? [] : [sql`(company.reserved_points = 0) = ${isVerified === 1}`]),
    ...(role === undefined ? [] : [sql`person.role in (${sql.join([...roleIds[role]])})`]),
    ...(language === undefined ? [] : [sql`person.languages_id = ${languageIds[language]}`]),
    ...(type === undefined ? [] : [sql`company.company_type = ${type}`]),
  ];
  return sql<{ id: string; company_id: string; languages_id: number; fcm: string }>`
    select person.id, person.company_id, person.languages_id, person.fcm
    from installers as person join companies as company on company.id = person.company_id
    where ${sql.join(conditions, sql` and `)}`;
}
