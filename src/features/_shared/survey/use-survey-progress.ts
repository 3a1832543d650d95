import { useState } from 'react';
import * as v from 'valibot';
import { surveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import type { SurveyDraft } from './survey-steps.ts';

/**
 * Saves the person's progress in a survey on this device, until `clear`.
 * @param about the survey's subject, such as a project id
 * @returns the store, and as `kept` its content when the survey was opened
 */
export function useSurveyProgress(
  about: string,
): SurveyProgress & { readonly kept: SurveyDraft | undefined } {
  const { identity } = useAccount();
  const [progress] = useState(() => {
    const store = surveyProgress(localStorage, identity.user_id, about);
    return { ...store, kept: store.read() };
  });
  return progress;
}

// Progress of a survey, saved on the device until it is finished.

interface SurveyProgress {
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
