/** Where a survey was left, kept on the device until it is finished. */
import * as v from 'valibot';
import { surveyResponse } from '#schemas/survey.ts';
import type { SurveyDraft } from './survey-steps.ts';

export interface SurveyProgress {
  /** What was kept; undefined where nothing was, or it can't be read. */
  readonly read: () => SurveyDraft | undefined;
  readonly keep: (draft: SurveyDraft) => void;
  readonly clear: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draft = v.object({ response: surveyResponse, at: v.nullable(v.number()) });

/**
 * @param userId whose answers; another person on the same phone never sees them, and signing out
 *   forgets them
 * @param about what the survey is about, such as a project's uuid
 */
export function surveyProgress(store: Store, userId: string, about: string): SurveyProgress {
  const key = `draft:${userId}:survey:${about}`;
  return {
    read: () => parse(store.getItem(key)),
    keep: (left) => {
      try {
        store.setItem(key, JSON.stringify({ response: left.response, at: left.at }));
      } catch {
        // A full store loses only the convenience: the answers are still on the screen.
      }
    },
    clear: () => store.removeItem(key),
  };
}

function parse(text: string | null): SurveyDraft | undefined {
  if (text === null) return undefined;
  try {
    const parsed = v.safeParse(draft, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
