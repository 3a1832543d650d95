/** Progress of a survey, saved on the device until it is finished. */
import * as v from 'valibot';
import { surveyResponse } from '#schemas/survey.ts';
import type { SurveyDraft } from './survey-steps.ts';

export interface SurveyProgress {
  /** The saved progress; undefined if none or invalid. */
  readonly read: () => SurveyDraft | undefined;
  readonly keep: (draft: SurveyDraft) => void;
  readonly clear: () => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const draft = v.object({ response: surveyResponse, at: v.nullable(v.number()) });

/**
 * @param userId owner of the answers: other users of the phone can't see them, and sign-out deletes
 *   them
 * @param about the survey's subject, such as a project id
 */
export function surveyProgress(store: Store, userId: string, about: string): SurveyProgress {
  const key = `draft:${userId}:survey:${about}`;
  return {
    read: () => parse(store.getItem(key)),
    keep: (left) => {
      try {
        store.setItem(key, JSON.stringify({ response: left.response, at: left.at }));
      } catch {
        // Storage is full: the answers are still on the screen.
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
