import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { surveyInvitation, type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { asJsonb } from '../db/as-jsonb.ts';
import { nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

/**
 * Asks every active person of a company to answer a survey.
 * Throws when the survey is not of the schema, `not_found` where nobody is of such a company.
 * @returns how many people were asked
 */
export function inviteToSurvey(
  companyId: string,
  survey: SurveyInvitation['survey_configuration'],
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  const configuration = v.parse(surveyInvitation.entries.survey_configuration, survey);
  const now = new Date(clock.now());
  return transact(db, async (trx) => {
    const people = await trx
      .selectFrom('installers')
      .select('id')
      .where('company_id', '=', companyId)
      .where('active', '=', true)
      .orderBy('id')
      .execute();
    if (people.length === 0) throw new ApiFailure('not_found');
    const firstRev = await nextRevs(trx, companyId, people.length);
    await trx
      .insertInto('survey_invitations')
      .values(
        people.map(({ id }, at) => ({
          uuid: randomUUID(),
          company_id: companyId,
          rev: firstRev + at,
          op_id: randomUUID(),
          deleted: false,
          created_at: now,
          updated_at: now,
          user_id: id,
          interacted_at: null,
          delayed_to: null,
          survey_configuration: asJsonb(configuration),
        })),
      )
      .execute();
    return people.length;
  });
}
