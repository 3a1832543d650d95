import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { surveyProgress, type SurveyProgress } from './survey-progress.ts';
import type { SurveyDraft } from './survey-steps.ts';

/**
 * Keeps where the signed-in person leaves a survey, on this device, until `clear`.
 * @param about what the survey is about, such as a project's uuid
 * @returns the store, and as `kept` what it held when the survey was opened
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
