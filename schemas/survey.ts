import * as v from 'valibot';
import { translatedText } from './primitives.ts';

const questionId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

const answerOption = v.object({ answer_id: questionId, text: translatedText });

/**
 * A question of a survey. Surveys are flat lists: a sub-question names the answer that triggers it, so no
 * schema is recursive.
 */
export const surveyQuestion = v.object({
  question_id: questionId,
  kind: v.picklist(['single', 'multi', 'number']),
  text: translatedText,
  optional: v.boolean(),
  answers: v.array(answerOption),
  /**
   * Smallest value, only for `number`. If it's missing, it counts as 0. Allowed values are a whole number of steps
   * above it.
   */
  min: v.nullable(v.number()),
  max: v.nullable(v.number()),
  step: v.nullable(v.number()),
  /** For `multi`: maximum number of choices; null is unlimited. */
  limit: v.nullable(v.number()),
  /** For a sub-question: the answer that must be chosen for the question to be asked. */
  parent_answer_id: v.nullable(questionId),
});
export type SurveyQuestion = v.InferOutput<typeof surveyQuestion>;

/** One answer; a multi-choice question has one entry per choice. */
export const surveyAnswer = v.object({
  question_id: questionId,
  answer_id: v.nullable(questionId),
  value: v.nullable(v.pipe(v.number(), v.finite())),
});
export type SurveyAnswer = v.InferOutput<typeof surveyAnswer>;
/** An answer in a request: the specification's format has no `value`, and no `answer_id` for a number (spec 1 §3). */
export const answerInput = v.object({
  question_id: questionId,
  answer_id: v.optional(surveyAnswer.entries.answer_id, null),
  value: v.optional(surveyAnswer.entries.value, null),
});
export const surveyResponse = v.pipe(v.array(surveyAnswer), v.maxLength(100));
export type SurveyResponse = v.InferOutput<typeof surveyResponse>;

export const responseInput = v.pipe(v.array(answerInput), v.maxLength(100));

/** Parses the survey answers in a company's JSON; null if it isn't valid. */
export function parseSurveyResponse(json: string): SurveyResponse | null {
  try {
    const parsed = v.safeParse(responseInput, JSON.parse(json), { abortEarly: true });
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/**
 * Lists the questions to ask now, in order: those without a parent, each followed by the sub-questions of its
 * chosen answers. An answer only adds sub-questions if its own question is asked.
 */
export function questionsToAsk(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyQuestion[] {
  const visible = new Set<SurveyQuestion>();
  const add = (question: SurveyQuestion) => {
    if (visible.has(question)) return;
    visible.add(question);
    const options = new Set(question.answers.map((option) => option.answer_id));
    const chosenAnswerIds = new Set(
      response
        .filter((answer) => answer.question_id === question.question_id)
        .flatMap(({ answer_id: id }) => (id !== null && options.has(id) ? [id] : [])),
    );
    for (const subquestion of questions) {
      if (
        subquestion.parent_answer_id !== null &&
        chosenAnswerIds.has(subquestion.parent_answer_id)
      )
        add(subquestion);
    }
  };
  for (const question of questions) if (question.parent_answer_id === null) add(question);
  return [...visible];
}

export type AnswerProblem =
  | 'required'
  | 'too_many'
  | 'below_min'
  | 'above_max'
  | 'off_step'
  | 'unknown_answer';

/**
 * Validates the answers to one question (spec 1 §5: required unless optional; min, max, step; multi-choice up
 * to the limit).
 * @returns the problem, or null if valid
 */
export function validateAnswer(
  question: SurveyQuestion,
  response: readonly SurveyAnswer[],
): AnswerProblem | null {
  const questionAnswers = response.filter((answer) => answer.question_id === question.question_id);
  if (questionAnswers.length === 0) return question.optional ? null : 'required';
  if (question.kind === 'number') return numberProblem(question, questionAnswers);
  const optionIds = new Set(question.answers.map((option) => option.answer_id));
  const chosenAnswerIds = new Set(questionAnswers.map((answer) => answer.answer_id));
  const limit = question.kind === 'single' ? 1 : question.limit;
  if (
    questionAnswers.some((answer) => answer.answer_id === null || !optionIds.has(answer.answer_id))
  ) {
    return 'unknown_answer';
  }
  if (chosenAnswerIds.size !== questionAnswers.length) return 'unknown_answer';
  return limit !== null && chosenAnswerIds.size > limit ? 'too_many' : null;
}

function numberProblem(
  question: SurveyQuestion,
  questionAnswers: readonly SurveyAnswer[],
): AnswerProblem | null {
  if (questionAnswers.some((answer) => answer.answer_id !== null)) return 'unknown_answer';
  const value = questionAnswers[0]?.value ?? null;
  if (value === null) return question.optional ? null : 'required';
  if (questionAnswers.length > 1) return 'too_many';
  // The typed text isn't a number.
  if (Number.isNaN(value)) return 'off_step';
  const min = question.min ?? 0;
  if (value < min) return 'below_min';
  if (question.max !== null && value > question.max) return 'above_max';
  if (question.step === null) return null;
  const steps = (value - min) / question.step;
  // Decimal fractions are inexact, and the error grows with the number of steps.
  const tolerance = 1e-9 * Math.max(1, Math.abs(steps));
  return Math.abs(steps - Math.round(steps)) <= tolerance ? null : 'off_step';
}

/**
 * Validates a whole response: every question asked has an answer, and there are no others.
 * @returns the first problem with its question, or null
 */
export function validateResponse(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): { question_id: number; problem: AnswerProblem } | null {
  const expectedQuestions = questionsToAsk(questions, response);
  for (const question of expectedQuestions) {
    const problem = validateAnswer(question, response);
    if (problem) return { question_id: question.question_id, problem };
  }
  const ids = new Set(expectedQuestions.map((question) => question.question_id));
  const unexpectedAnswer = response.find((answer) => !ids.has(answer.question_id));
  return unexpectedAnswer
    ? { question_id: unexpectedAnswer.question_id, problem: 'unknown_answer' }
    : null;
}

/**
 * Validates a survey's questions before they are stored, because the users who answer them can't fix mistakes.
 * @returns the problem in English for the author, or null
 */
export function validateSurvey(questions: readonly SurveyQuestion[]): string | null {
  const ids = questions.map((question) => question.question_id);
  if (new Set(ids).size !== ids.length) return 'two questions have the same id';
  for (const [index, question] of questions.entries()) {
    const problem = questionProblem(question) ?? orderProblem(question, questions.slice(0, index));
    if (problem) return `question ${question.question_id}: ${problem}`;
  }
  return null;
}

function questionProblem({ kind, answers, min, max, step, limit }: SurveyQuestion): string | null {
  const ids = answers.map((option) => option.answer_id);
  if (new Set(ids).size !== ids.length) return 'two of its answers have the same id';
  if (kind === 'number' && answers.length > 0) return 'a number question can’t have answers';
  if (kind !== 'number' && answers.length === 0) return 'it has no answers';
  if (max !== null && max < (min ?? 0)) return 'its maximum is below its minimum';
  if (step !== null && step <= 0) return 'its step must be above 0';
  return limit !== null && limit < 1 ? 'its limit must be at least 1' : null;
}

/** A sub-question must follow the one question whose answer adds it. */
function orderProblem(
  { parent_answer_id: parent }: SurveyQuestion,
  earlierQuestions: readonly SurveyQuestion[],
): string | null {
  if (parent === null) return null;
  const parents = earlierQuestions.filter((candidate) =>
    candidate.answers.some(({ answer_id: id }) => id === parent),
  );
  if (parents.length === 1) return null;
  return parents.length === 0
    ? 'no earlier question has its parent answer'
    : 'several questions have its parent answer';
}
