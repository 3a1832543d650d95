import type { SurveyAnswer } from './survey.ts';

/**
 * Fixed id of the `lead` question (spec 1 §5: multi-choice, up to 6 answers, optional), which is asked when
 * closing a project that came from a lead.
 */
export const LEAD_QUESTION_ID = 900;

/** Separates the answers about the lead from the other closing answers, as the wire requires (spec 1 §7). */
export function splitLeadAnswers(answers: readonly SurveyAnswer[]): {
  readonly response: SurveyAnswer[];
  readonly lead_survey_response: SurveyAnswer[];
} {
  const isAboutLead = ({ question_id }: SurveyAnswer) => question_id === LEAD_QUESTION_ID;
  return {
    response: answers.filter((answer) => !isAboutLead(answer)),
    lead_survey_response: answers.filter(isAboutLead),
  };
}
