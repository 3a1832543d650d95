import * as v from 'valibot';
import { translatedText } from './primitives.ts';

const questionId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

const answerOption = v.object({ answer_id: questionId, text: translatedText });

/**
 * One question of a survey. Surveys are flat lists: a sub-question names the answer that adds it, so
 * that no schema is recursive.
 */
export const surveyQuestion = v.object({
  question_id: questionId,
  kind: v.picklist(['single', 'multi', 'number']),
  text: translatedText,
  optional: v.boolean(),
  answers: v.array(answerOption),
  /** For `number`. */
  min: v.nullable(v.number()),
  max: v.nullable(v.number()),
  step: v.nullable(v.number()),
  /** For `multi`: how many may be chosen; null is no limit. */
  limit: v.nullable(v.number()),
  /** Set on a sub-question: asked only while that answer is chosen. */
  parent_answer_id: v.nullable(questionId),
});
export type SurveyQuestion = v.InferOutput<typeof surveyQuestion>;

/** One given answer; a multi-choice question gives one entry per choice. */
export const surveyAnswer = v.object({
  question_id: questionId,
  answer_id: v.nullable(questionId),
  value: v.nullable(v.pipe(v.number(), v.finite())),
});
export type SurveyAnswer = v.InferOutput<typeof surveyAnswer>;
export const surveyResponse = v.pipe(v.array(surveyAnswer), v.maxLength(100));
export type SurveyResponse = v.InferOutput<typeof surveyResponse>;

/** The questions to ask now: those without a parent, and those whose parent answer is chosen. */
export function questionsToAsk(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyQuestion[] {
  const chosen = new Set(response.map((answer) => answer.answer_id));
  return questions.filter(
    (question) => question.parent_answer_id === null || chosen.has(question.parent_answer_id),
  );
}

export type AnswerProblem =
  'required' | 'too_many' | 'below_min' | 'above_max' | 'off_step' | 'unknown_answer';

/**
 * Judges the answers given to one question (spec 1 §5: required unless optional; min, max, step;
 * multi-select capped by the limit).
 * @returns the problem, or null when the answers will do
 */
export function answerProblem(
  question: SurveyQuestion,
  response: readonly SurveyAnswer[],
): AnswerProblem | null {
  const given = response.filter((answer) => answer.question_id === question.question_id);
  if (given.length === 0) return question.optional ? null : 'required';
  if (question.kind === 'number') return numberProblem(question, given);
  const known = new Set(question.answers.map((option) => option.answer_id));
  const chosen = new Set(given.map((answer) => answer.answer_id));
  const limit = question.kind === 'single' ? 1 : question.limit;
  if (given.some((answer) => answer.answer_id === null || !known.has(answer.answer_id))) {
    return 'unknown_answer';
  }
  if (chosen.size !== given.length) return 'unknown_answer';
  return limit !== null && chosen.size > limit ? 'too_many' : null;
}

function numberProblem(
  question: SurveyQuestion,
  given: readonly SurveyAnswer[],
): AnswerProblem | null {
  const value = given[0]?.value ?? null;
  if (value === null) return question.optional ? null : 'required';
  if (given.length > 1) return 'too_many';
  if (question.min !== null && value < question.min) return 'below_min';
  if (question.max !== null && value > question.max) return 'above_max';
  if (question.step === null) return null;
  const steps = (value - (question.min ?? 0)) / question.step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? null : 'off_step';
}

/**
 * Judges a whole response: every question to ask is answered well, and nothing else is answered.
 * @returns the first problem with its question, or null
 */
export function responseProblem(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): { question_id: number; problem: AnswerProblem } | null {
  const asked = questionsToAsk(questions, response);
  for (const question of asked) {
    const problem = answerProblem(question, response);
    if (problem) return { question_id: question.question_id, problem };
  }
  const ids = new Set(asked.map((question) => question.question_id));
  const stray = response.find((answer) => !ids.has(answer.question_id));
  return stray ? { question_id: stray.question_id, problem: 'unknown_answer' } : null;
}
