import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { surveyProgress, type SurveyProgress } from './survey-progress.ts';
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
