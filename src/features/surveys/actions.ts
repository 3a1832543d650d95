/** Survey actions for other features. */
import { useLingui } from '@lingui/react/macro';
import type { SurveyInvitationDocument } from '#schemas/survey-invitation.ts';
import { type SurveyAction, surveyInLanguage } from '#schemas/survey-status.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { surveyLink } from './survey-link.ts';

/**
 * Opens, postpones, completes or rejects a survey. Throws SyncError if the device can't save it.
 */
export function useSurveyStep(): (uuid: string, step: SurveyAction) => Promise<void> {
  const account = useAccount();
  return (uuid, step) => account.surveyCommands.applySurveyStep(uuid, step);
}

/**
 * A survey's title, tagline and address in the person's language; null until the person is loaded.
 */
export function useSurveyText(survey: SurveyInvitationDocument | null) {
  const { i18n } = useLingui();
  const self = useSingleton('self');
  const localised = survey && surveyInLanguage(survey, i18n.locale);
  if (!survey || !localised || !self) return null;
  const { title, tagline, lang } = localised;
  return { title, tagline, href: surveyLink(survey, self.company, { region: self.region, lang }) };
}
