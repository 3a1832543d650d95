import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { type Audience } from '#schemas/operator/audience.ts';
import { FAR_FUTURE } from '#schemas/survey-status.ts';
import { selectPeople } from '../companies/select-people.ts';
import { lockCompanies } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';

/** A survey and its country. */
interface SurveyKey {
  readonly uuid: string;
  readonly region_id: number;
}

/**
 * Selects the active people of an audience, each with `was_invited`.
 * @param survey its country is a column if the statement reads the survey itself
 */
function selectAudience(
  {
    uuid,
    region_id: region,
  }: Pick<SurveyKey, 'uuid'> & { readonly region_id: number | RawBuilder<unknown> },
  audience: Audience,
) {
  return sql<{ id: string; company_id: string; was_invited: boolean }>`
    select person.id, person.company_id, exists (
      select from survey_invitations as invitation
      where invitation.survey_id = ${uuid} and invitation.user_id = person.id) as was_invited
    from (${selectPeople(region, audience)}) as person`;
}

/**
 * Counts the people in an audience who haven't been invited, and those who have. One statement reads the survey and the
 * people, so that both are of the same time.
 */
export async function countAudience(db: Kysely<Database>, id: string, audience: Audience) {
  const survey = { uuid: id, region_id: sql.ref('survey.region_id') };
  const { rows } = await sql<{ new_people: string; invited_before: string }>`
    select count(*) filter (where not was_invited) as new_people,
      count(*) filter (where was_invited) as invited_before
    from surveys as survey cross join lateral (${selectAudience(survey, audience)}) as audience
    where survey.uuid = ${id}`.execute(db);
  const [row] = rows;
  return {
    new_people: Number(row?.new_people ?? 0),
    invited_before: Number(row?.invited_before ?? 0),
  };
}

/**
 * Invites everyone in an audience who wasn't invited before. The survey must be locked.
 * @returns the number of invitations
 */
export async function inviteAudience(
  trx: Transaction<Database>,
  survey: SurveyKey & { readonly survey_key: string; readonly languages: unknown },
  audience: Audience,
  now: number,
): Promise<number> {
  const invitedPeople = sql`select * from (${selectAudience(survey, audience)}) as person where not was_invited`;
  await lockCompanies(trx, sql`select company_id from (${invitedPeople}) as locked`);
  const at = new Date(now);
  const configuration = JSON.stringify({
    survey_key: survey.survey_key,
    languages: survey.languages,
  });
  const { numAffectedRows = 0n } = await sql`
    with numbered as materialized (
      select id, company_id, row_number() over (partition by company_id order by id) as number,
        count(*) over (partition by company_id) as count
      from (${invitedPeople}) as found
    ), counted as (
      update companies set rev = rev + numbered.count from numbered
      where companies.id = numbered.company_id and numbered.number = 1
      returning companies.id, companies.rev - numbered.count as rev
    )
    insert into survey_invitations (uuid, company_id, rev, op_id, created_at, updated_at, user_id, survey_configuration, survey_id)
    select gen_random_uuid(), numbered.company_id, counted.rev + numbered.number, gen_random_uuid(),
      ${at}::timestamptz, ${at}::timestamptz, numbered.id, ${configuration}::text::jsonb, ${survey.uuid}::uuid
    from numbered join counted on counted.id = numbered.company_id`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * Changes a locked survey's open invitations, and gives them new revs, so that devices fetch them.
 * @param change columns with their new values
 * @returns the number of changed invitations
 */
export async function changeOpenInvitations(
  trx: Transaction<Database>,
  { uuid }: SurveyKey,
  change: ReturnType<typeof sql>,
  now: number,
): Promise<number> {
  const isOpen = sql`survey_id = ${uuid} and not deleted and delayed_to is distinct from ${FAR_FUTURE}`;
  await lockCompanies(trx, sql`select company_id from survey_invitations where ${isOpen}`);
  const { numAffectedRows = 0n } = await sql`
    with numbered as materialized (
      select uuid, company_id, row_number() over (partition by company_id order by uuid) as number,
        count(*) over (partition by company_id) as count
      from survey_invitations where ${isOpen}
    ), counted as (
      update companies set rev = rev + numbered.count from numbered
      where companies.id = numbered.company_id and numbered.number = 1
      returning companies.id, companies.rev - numbered.count as rev
    )
    update survey_invitations set rev = counted.rev + numbered.number, updated_at = ${new Date(now)}, ${change}
    from numbered join counted on counted.id = numbered.company_id
    where survey_invitations.uuid = numbered.uuid`.execute(trx);
  return Number(numAffectedRows);
}
