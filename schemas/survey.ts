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
  /** For `number`; a missing `min` counts as 0, and steps are counted from it. */
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
/** An answer as it may be sent: the specification's has no `value`, and a number no `answer_id` (spec 1 §3). */
export const answerInput = v.object({
  question_id: questionId,
  answer_id: v.optional(surveyAnswer.entries.answer_id, null),
  value: v.optional(surveyAnswer.entries.value, null),
});
export const surveyResponse = v.pipe(v.array(surveyAnswer), v.maxLength(100));
export type SurveyResponse = v.InferOutput<typeof surveyResponse>;

export const responseInput = v.pipe(v.array(answerInput), v.maxLength(100));

/** The answers in a JSON text, as companies carry them; null when it is no such text. */
export function parseSurveyResponse(json: string): SurveyResponse | null {
  try {
    const parsed = v.safeParse(responseInput, JSON.parse(json), { abortEarly: true });
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/**
 * The questions to ask now, in their order: those without a parent, each followed by the
 * sub-questions of its chosen answers. Only an answer to a question that is itself asked adds others.
 */
export function questionsToAsk(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyQuestion[] {
  const asked = new Set<SurveyQuestion>();
  const ask = (question: SurveyQuestion) => {
    if (asked.has(question)) return;
    asked.add(question);
    const options = new Set(question.answers.map((option) => option.answer_id));
    const chosen = new Set(
      response
        .filter((answer) => answer.question_id === question.question_id)
        .flatMap(({ answer_id: id }) => (id !== null && options.has(id) ? [id] : [])),
    );
    for (const sub of questions) {
      if (sub.parent_answer_id !== null && chosen.has(sub.parent_answer_id)) ask(sub);
    }
  };
  for (const question of questions) if (question.parent_answer_id === null) ask(question);
  return [...asked];
}

export type AnswerProblem =
  | 'required'
  | 'too_many'
  | 'below_min'
  | 'above_max'
  | 'off_step'
  | 'unknown_answer';

/**
 * Judges the answers given to one question (spec 1 §5: required unless optional; min, max, step;
 * multi-select capped by the limit).
 * @returns the problem, or null when the answers will do
 */
export function validateAnswer(
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
  if (given.some((answer) => answer.answer_id !== null)) return 'unknown_answer';
  const value = given[0]?.value ?? null;
  if (value === null) return question.optional ? null : 'required';
  if (given.length > 1) return 'too_many';
  // Typed text that is no number.
  if (Number.isNaN(value)) return 'off_step';
  const min = question.min ?? 0;
  if (value < min) return 'below_min';
  if (question.max !== null && value > question.max) return 'above_max';
  if (question.step === null) return null;
  const steps = (value - min) / question.step;
  // Tenths have no exact value; the error grows with the number of steps.
  const tolerance = 1e-9 * Math.max(1, Math.abs(steps));
  return Math.abs(steps - Math.round(steps)) <= tolerance ? null : 'off_step';
}

/**
 * Judges a whole response: every question to ask is answered well, and nothing else is answered.
 * @returns the first problem with its question, or null
 */
export function validateResponse(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): { question_id: number; problem: AnswerProblem } | null {
  const asked = questionsToAsk(questions, response);
  for (const question of asked) {
    const problem = validateAnswer(question, response);
    if (problem) return { question_id: question.question_id, problem };
  }
  const ids = new Set(asked.map((question) => question.question_id));
  const stray = response.find((answer) => !ids.has(answer.question_id));
  return stray ? { question_id: stray.question_id, problem: 'unknown_answer' } : null;
}

/**
 * What is wrong with a survey itself, so that somebody could not get through it: checked where surveys
 * are written, because whoever is asked can't mend them.
 * @returns the fault in words for who wrote it, or null
 */
export function validateSurvey(questions: readonly SurveyQuestion[]): string | null {
  const ids = questions.map((question) => question.question_id);
  if (new Set(ids).size !== ids.length) return 'two questions have the same id';
  for (const [at, question] of questions.entries()) {
    const fault = questionFault(question) ?? placeFault(question, questions.slice(0, at));
    if (fault) return `question ${question.question_id}: ${fault}`;
  }
  return null;
}

function questionFault({ kind, answers, min, max, step, limit }: SurveyQuestion): string | null {
  const ids = answers.map((option) => option.answer_id);
  if (new Set(ids).size !== ids.length) return 'two of its answers have the same id';
  if (kind === 'number' && answers.length > 0) return 'a number has no answers to choose';
  if (kind !== 'number' && answers.length === 0) return 'there is nothing to choose';
  if (max !== null && max < (min ?? 0)) return 'no number fits its limits';
  if (step !== null && step <= 0) return 'its step is not above 0';
  return limit !== null && limit < 1 ? 'its limit is below 1' : null;
}

/** A sub-question follows the one question whose answer adds it. */
function placeFault(
  { parent_answer_id: parent }: SurveyQuestion,
  before: readonly SurveyQuestion[],
): string | null {
  if (parent === null) return null;
  const adding = before.filter((one) => one.answers.some(({ answer_id: id }) => id === parent));
  if (adding.length === 1) return null;
  return adding.length === 0 ? 'no answer before it adds it' : 'several questions have its answer';
}
