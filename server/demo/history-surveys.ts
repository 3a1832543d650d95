import { DAY_MS } from '#schemas/durations.ts';
import { type SurveyInvitation } from '#schemas/survey-invitation.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type SurveyInvitationsTable } from '../surveys/survey-row.ts';
import { demoAccounts } from './accounts.ts';
import { demoCompanies, type DemoCompanyKey } from './companies.ts';
import { type WithoutRev } from './history-rows.ts';
import { demoUuid } from './seeded-random.ts';
import { translateAll } from './texts.ts';

const titles = translateAll('How do you install in autumn?');
const taglines = translateAll(
  'Seven questions, about three minutes. Your answers shape next year’s training.',
);
const autumnSurvey: SurveyInvitation['survey_configuration'] = {
  survey_key: 'autumn-loft',
  languages: Object.fromEntries(
    Object.entries(titles).map(([lang, title]) => [
      lang,
      { title, tagline: taglines[lang] ?? '', lang },
    ]),
  ),
};

/**
 * Invites everyone in a company to one survey.
 * @param now milliseconds since 1970
 */
export function buildDemoSurveys(
  company: DemoCompanyKey,
  now: number,
): WithoutRev<SurveyInvitationsTable>[] {
  const invitedAt = new Date(now - 4 * DAY_MS);
  return Object.values(demoAccounts)
    .filter((account) => account.company === company)
    .map(({ userId }) => ({
      uuid: demoUuid(`survey:${userId}`),
      company_id: demoCompanies[company].id,
      op_id: demoUuid(`survey-edit:${userId}`),
      deleted: false,
      created_at: invitedAt,
      updated_at: invitedAt,
      user_id: userId,
      interacted_at: null,
      delayed_to: null,
      survey_configuration: toJsonb(autumnSurvey),
    }));
}
