import type { SurveyResponse } from '#schemas/survey.ts';

/** A complete answer to Poland's closing survey of the demo. */
export const closingAnswers: SurveyResponse = [
  { question_id: 500, answer_id: 503, value: null },
  { question_id: 510, answer_id: null, value: 4 },
  { question_id: 520, answer_id: 521, value: null },
  { question_id: 520, answer_id: 524, value: null },
];
