import { sql } from 'kysely';
import { languageIds } from '#schemas/languages.ts';
import { type Audience } from '#schemas/operator/audience.ts';
import { roles } from '#schemas/roles.ts';

const roleIds = {
  owner: [roles.owner, roles.decorOwner],
  staff: [roles.staff, roles.decorStaff],
} as const;

/** Conditions of an audience in a country, for `audience_people` and its sums. */
function conditionsOf(
  region: number,
  { verified: isVerified, role, language, company_type: type }: Audience,
) {
  const conditions = [
    sql`audience.region_id = ${region}`,
    ...(isVerified === undefined ? [] : [sql`audience.is_verified = ${isVerified === 1}`]),
    ...(role === undefined ? [] : [sql`audience.role in (${sql.join([...roleIds[role]])})`]),
    ...(language === undefined ? [] : [sql`audience.languages_id = ${languageIds[language]}`]),
    ...(type === undefined ? [] : [sql`audience.company_type = ${type}`]),
  ];
  return sql.join(conditions, sql` and `);
}

const isIn = (company: string | undefined) =>
  company === undefined
    ? sql`true`
    : sql`audience.person_id in (select id from installers where company_id = ${company})`;

/** Selects the ids of the active people of an audience in a country. */
export const selectIds = (region: number, audience: Audience) =>
  sql<{ person_id: string }>`select person_id from audience_people as audience
    where ${conditionsOf(region, audience)} and ${isIn(audience.company)}`;

/** Selects the active people of an audience in a country. */
export const selectPeople = (region: number, audience: Audience) =>
  sql<{ id: string; company_id: string; languages_id: number; fcm: string }>`
    select person.id, person.company_id, person.languages_id, person.fcm
    from installers as person join (${selectIds(region, audience)}) as found on found.person_id = person.id`;

/** Counts the people of an audience by language. A country's people are counted from the sums. */
export function countPeople(region: number, audience: Audience) {
  const columns = sql`region_id, company_type, is_verified, role, languages_id, has_push, people`;
  const source =
    audience.company === undefined
      ? sql`select ${columns} from audience_sums union all select ${columns} from audience_changes`
      : sql`select audience.*, 1 as people from audience_people as audience where ${isIn(audience.company)}`;
  return sql<{ languages_id: number; people: number; with_push: number }>`
    select languages_id, sum(people)::int as people,
      coalesce(sum(people) filter (where has_push), 0)::int as with_push
    from (${source}) as audience where ${conditionsOf(region, audience)}
    group by languages_id having sum(people) > 0`;
}
