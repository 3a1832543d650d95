/** Survey actions for other features. */
import { useLingui } from '@lingui/react/macro';
import { brand } from '#brand';
import type { Company } from '#schemas/installer.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { SurveyInvitationDocument, SurveyInvitation } from '#schemas/survey-invitation.ts';
import { type SurveyAction, surveyInLanguage } from '#schemas/survey-status.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';

/** Returns a function that opens, postpones, completes or rejects a survey. It throws SyncError if saving fails. */
export function useSurveyStep(): (uuid: string, step: SurveyAction) => Promise<void> {
  const account = useAccount();
  return (uuid, step) => account.surveyCommands.applySurveyStep(uuid, step);
}

/** Returns a survey's title, tagline and link in the user's language; null until the user is loaded. */
export function useSurveyText(survey: SurveyInvitationDocument | null) {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  const localisedSurvey = survey && surveyInLanguage(survey, i18n.locale);
  if (!survey || !localisedSurvey || !self) return null;
  const { title, tagline, lang } = localisedSurvey;
  return { title, tagline, href: surveyLink(survey, self.company, { region: self.region, lang }) };
}

/**
 * URL of a survey at its provider, with the company's numbers, country and language (spec 1 §7, "External").
 * Doesn't identify the user.
 */
export function surveyLink(
  { survey_configuration: { survey_key } }: Pick<SurveyInvitation, 'survey_configuration'>,
  company: Pick<Company, 'id' | 'crm_customer_id'>,
  { region, lang }: { region: RegionCode; lang: string },
): string {
  const link = new URL(encodeURIComponent(survey_key), brand.surveyProvider);
  if (company.crm_customer_id !== null) link.searchParams.set('crmid', company.crm_customer_id);
  link.searchParams.set('company', String(company.id));
  link.searchParams.set('country', region);
  link.searchParams.set('lang', lang);
  return link.href;
}
