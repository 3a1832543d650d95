import type { Company } from '#schemas/installer.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { SurveyInvitation } from '#schemas/survey-invitation.ts';
import { brand } from '#brand';

/**
 * Address of a survey at its provider, with the company's numbers, country and language (spec 1 §7,
 * "External"). Doesn't identify the person.
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
