import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { surveyInvitation, type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

/**
 * Invites every active person in a company to a survey. People who already have an invitation with the same key aren't
 * invited again. Throws if the survey doesn't match the schema. Throws `not_found` if the company has no active person,
 * and `move_not_allowed` if the survey has ended in the company's country.
 * @returns the number of people who were invited, and of those who had already been invited
 */
export function inviteToSurvey(
  companyId: string,
  survey: SurveyInvitation['survey_configuration'],
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<{ readonly invited: number; readonly alreadyInvited: number }> {
  const configuration = v.parse(surveyInvitation.entries.survey_configuration, survey);
  const now = new Date(clock.now());
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const activePeople = await trx
      .selectFrom('installers')
      .select('id')
      .where('company_id', '=', companyId)
      .where('active', '=', true)
      .orderBy('id')
      .execute();
    if (activePeople.length === 0) throw new ApiFailure('not_found');
    await requireOpenSurvey(trx, companyId, configuration.survey_key);
    const invitedIds = await findInvited(trx, companyId, configuration.survey_key);
    const newPeople = activePeople.filter(({ id }) => !invitedIds.has(id));
    const alreadyInvited = activePeople.length - newPeople.length;
    if (newPeople.length === 0) return { invited: 0, alreadyInvited };
    const firstRev = await nextRevs(trx, companyId, newPeople.length);
    await trx
      .insertInto('survey_invitations')
      .values(
        newPeople.map(({ id }, index) => ({
          uuid: randomUUID(),
          company_id: companyId,
          rev: firstRev + index,
          op_id: randomUUID(),
          deleted: false,
          created_at: now,
          updated_at: now,
          user_id: id,
          interacted_at: null,
          delayed_to: null,
          survey_configuration: toJsonb(configuration),
        })),
      )
      .execute();
    return { invited: newPeople.length, alreadyInvited };
  });
}

/** Finds people in a company who are already invited to a survey. */
async function findInvited(
  trx: Transaction<Database>,
  companyId: string,
  key: string,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('survey_invitations')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where(sql<string>`survey_configuration ->> 'survey_key'`, '=', key)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Throws `move_not_allowed` if the survey with this key has ended in the company's country. */
async function requireOpenSurvey(
  trx: Transaction<Database>,
  companyId: string,
  key: string,
): Promise<void> {
  const survey = await trx
    .selectFrom('surveys')
    .select('ended_at')
    .where('survey_key', '=', key)
    .where('region_id', '=', (eb) =>
      eb.selectFrom('companies').select('regions_id').where('id', '=', companyId),
    )
    .executeTakeFirst();
  if (survey && survey.ended_at !== null) throw new ApiFailure('move_not_allowed');
}
