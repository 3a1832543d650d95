import { type SurveyAnswer } from './survey.ts';

/**
 * The question `lead` (spec 1 §5: multi-choice, up to 6, optional), asked when a project closes that
 * was a lead. Wherever the texts come from, it has this number.
 */
export const LEAD_QUESTION_ID = 900;

/** Parts a closing's answers as the wire wants them: those about the lead apart (spec 1 §7). */
export function splitLeadAnswers(answers: readonly SurveyAnswer[]): {
  readonly response: SurveyAnswer[];
  readonly lead_survey_response: SurveyAnswer[];
} {
  const isOfLead = ({ question_id }: SurveyAnswer) => question_id === LEAD_QUESTION_ID;
  return {
    response: answers.filter((answer) => !isOfLead(answer)),
    lead_survey_response: answers.filter(isOfLead),
  };
}
