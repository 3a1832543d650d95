/** Where an invitation to a survey stands: apart from its schema, since home asks for it. Pure. */
import type { SurveyInvitation, LocalisedSurvey } from './survey-invitation.ts';

/** How long "later" puts a survey off (spec 1 §9). */
export const SURVEY_DELAY_DAYS = 3;
/** Until when a survey is put off that was completed, or that is wanted never (spec 1 §4). */
export const FAR_FUTURE = '9999-12-31T00:00:00.000Z';

export type SurveyTiming = Pick<SurveyInvitation, 'interacted_at' | 'delayed_to'>;

/** Whether the person is to be asked now. @param now milliseconds since 1970 */
export function isSurveyDue({ delayed_to }: SurveyTiming, now: number): boolean {
  return delayed_to === null || Date.parse(delayed_to) <= now;
}

/** Whether it was completed, or is wanted never: it is shown no more, anywhere. */
export function isSurveyDone({ delayed_to }: SurveyTiming): boolean {
  return delayed_to === FAR_FUTURE;
}

/** What a person does with a survey. */
export type SurveyAction = 'open' | 'later' | 'complete' | 'never';

/**
 * Where a step leaves a survey (spec 1 §4: a delay sets `delayed_to`; a completed one, and one that
 * is wanted never, are put off into the far future). One that was opened asks again after the usual
 * delay, because only the person knows whether they finished it.
 * @param now milliseconds since 1970
 */
export function applySurveyAction(
  standing: SurveyTiming,
  step: SurveyAction,
  now: number,
): SurveyTiming {
  const { interacted_at } = standing;
  const later = new Date(now + SURVEY_DELAY_DAYS * 86_400_000).toISOString();
  switch (step) {
    case 'open':
      return { interacted_at: new Date(now).toISOString(), delayed_to: later };
    case 'later':
      return { interacted_at, delayed_to: later };
    case 'complete':
      return {
        interacted_at: interacted_at ?? new Date(now).toISOString(),
        delayed_to: FAR_FUTURE,
      };
    case 'never':
      return { interacted_at, delayed_to: FAR_FUTURE };
  }
}

/** The survey's words in a language, else in English, else in whichever it has. */
export function surveyInLanguage(
  { survey_configuration: { languages } }: Pick<SurveyInvitation, 'survey_configuration'>,
  language: string,
): LocalisedSurvey | null {
  return languages[language] ?? languages['en'] ?? Object.values(languages)[0] ?? null;
}
