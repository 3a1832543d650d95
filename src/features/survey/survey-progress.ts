/** Answers of a survey that was left, kept on the device until it is finished. */
import * as v from 'valibot';
import { surveyResponse, type SurveyResponse } from '#schemas/survey.ts';

export interface SurveyProgress {
  /** The answers kept; none where there are none or they can't be read. */
  readonly read: () => SurveyResponse;
  readonly keep: (response: SurveyResponse) => void;
  readonly clear: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * @param userId whose answers; another person on the same phone never sees them
 * @param about what the survey is about, such as a project's uuid
 */
export function surveyProgress(store: Store, userId: string, about: string): SurveyProgress {
  const key = `draft:${userId}:survey:${about}`;
  return {
    read: () => parse(store.getItem(key)),
    keep: (response) => {
      try {
        store.setItem(key, JSON.stringify(response));
      } catch {
        // A full store loses only the convenience: the answers are still on the screen.
      }
    },
    clear: () => store.removeItem(key),
  };
}

function parse(text: string | null): SurveyResponse {
  if (text === null) return [];
  try {
    const parsed = v.safeParse(surveyResponse, JSON.parse(text));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}
