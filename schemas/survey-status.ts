/** Rules for showing a survey invitation. They don't import its schema, because the home screen loads this file. */
import { DAY_MS } from './durations.ts';
import type { SurveyInvitation, LocalisedSurvey } from './survey-invitation.ts';

/** Days until a survey postponed with "later" is shown again (spec 1 §9). */
const SURVEY_DELAY_DAYS = 3;
/** Marks a survey as completed or declined for good (spec 1 §4). */
export const FAR_FUTURE = '9999-12-31T00:00:00.000Z';

export type SurveyTiming = Pick<SurveyInvitation, 'interacted_at' | 'delayed_to'>;

/**
 * True if the survey should be shown now.
 * @param now milliseconds since 1970
 */
export function isSurveyDue({ delayed_to }: SurveyTiming, now: number): boolean {
  return delayed_to === null || Date.parse(delayed_to) <= now;
}

/** True if the survey was completed or declined for good, so it is no longer shown. */
export function isSurveyDone({ delayed_to }: SurveyTiming): boolean {
  return delayed_to === FAR_FUTURE;
}

/** A user's action on a survey. */
export type SurveyAction = 'open' | 'later' | 'complete' | 'never';

/**
 * Applies an action (spec 1 §4: "later" sets `delayed_to`; completing and "never" set it to the far future). An
 * opened survey is shown again after the usual delay, because only the user knows if they finished it.
 * @param now milliseconds since 1970
 */
export function applySurveyAction(
  timing: SurveyTiming,
  action: SurveyAction,
  now: number,
): SurveyTiming {
  const { interacted_at } = timing;
  const delayedTo = new Date(now + SURVEY_DELAY_DAYS * DAY_MS).toISOString();
  switch (action) {
    case 'open':
      return { interacted_at: new Date(now).toISOString(), delayed_to: delayedTo };
    case 'later':
      return { interacted_at, delayed_to: delayedTo };
    case 'complete':
      return {
        interacted_at: interacted_at ?? new Date(now).toISOString(),
        delayed_to: FAR_FUTURE,
      };
    case 'never':
      return { interacted_at, delayed_to: FAR_FUTURE };
  }
}

/** Returns the survey's texts in a language, otherwise in English, otherwise in any language. */
export function surveyInLanguage(
  { survey_configuration: { languages } }: Pick<SurveyInvitation, 'survey_configuration'>,
  language: string,
): LocalisedSurvey | null {
  return languages[language] ?? languages['en'] ?? Object.values(languages)[0] ?? null;
}
