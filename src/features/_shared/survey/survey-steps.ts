/** State of a survey answered step by step (spec 1 §5 "Survey"), for every survey in the app. */
import {
  validateAnswer,
  questionsToAsk,
  validateResponse,
  type AnswerProblem,
  type SurveyAnswer,
  type SurveyQuestion,
  type SurveyResponse,
} from '#schemas/survey.ts';

export interface SurveyState {
  readonly questions: readonly SurveyQuestion[];
  readonly response: SurveyResponse;
  /** Id of the current question; null for a survey without questions. */
  readonly at: number | null;
  /** Problem with the current answer; set on an attempt to continue. */
  readonly problem: AnswerProblem | null;
}

/** Saved answers and the current question. */
export interface SurveyDraft {
  readonly response: readonly SurveyAnswer[];
  readonly at: number | null;
}

export type SurveyAction =
  | { readonly kind: 'choose'; readonly answerIds: readonly number[] }
  | { readonly kind: 'enter'; readonly value: number | null }
  | { readonly kind: 'next' }
  | { readonly kind: 'back' };

/**
 * Starts a survey, or resumes a draft without the answers that no longer match a question. The survey opens at the
 * draft's question, or at an earlier one that must be answered first. If the draft has no current question, the survey
 * opens at the first one.
 */
export function startSurvey(
  questions: readonly SurveyQuestion[],
  savedDraft: SurveyDraft = { response: [], at: null },
): SurveyState {
  const response = dropInvalidAnswers(questions, savedDraft.response);
  const surveyQuestions = questionsToAsk(questions, response);
  const resumeIndex = surveyQuestions.findIndex(
    (question) => question.question_id === savedDraft.at,
  );
  const firstInvalidIndex = surveyQuestions.findIndex(
    (question) => validateAnswer(question, response) !== null,
  );
  const position =
    firstInvalidIndex === -1 ? resumeIndex : Math.min(resumeIndex, firstInvalidIndex);
  return { questions, response, at: idOf(surveyQuestions[Math.max(0, position)]), problem: null };
}

/** Questions to ask given the answers so far; answers can add or remove sub-questions. */
export function surveySteps(state: SurveyState): readonly SurveyQuestion[] {
  return questionsToAsk(state.questions, state.response);
}

/** Index of the current step, from 0. */
export function stepIndex(state: SurveyState): number {
  return Math.max(
    0,
    surveySteps(state).findIndex((question) => question.question_id === state.at),
  );
}

/**
 * Highest possible number of steps if the current question is answered again: the steps already answered, plus
 * the longest path that the remaining answers can open. It never grows while the user goes forward.
 */
export function maxSteps(state: SurveyState): number {
  const surveyQuestions = surveySteps(state);
  const answeredSteps = surveyQuestions.slice(0, stepIndex(state));
  const remainingSteps = surveyQuestions.slice(answeredSteps.length);
  const remainingAnswerIds = new Set(
    remainingSteps.flatMap(({ answers }) => answers.map(({ answer_id: id }) => id)),
  );
  // Sub-questions of a remaining question are counted with it.
  const rootQuestions = remainingSteps.filter(
    ({ parent_answer_id: id }) => id === null || !remainingAnswerIds.has(id),
  );
  return rootQuestions.reduce(
    (sum, question) => sum + longestPathFrom(question, state.questions),
    answeredSteps.length,
  );
}

/** Counts a question and the sub-questions below it, as many as a single response can add. */
function longestPathFrom(question: SurveyQuestion, questions: readonly SurveyQuestion[]): number {
  const subQuestionCounts = question.answers
    .map(({ answer_id }) =>
      questions
        .filter((sub) => sub.parent_answer_id === answer_id)
        .reduce((sum, sub) => sum + longestPathFrom(sub, questions), 0),
    )
    .toSorted((a, b) => b - a);
  const maxChoices = question.kind === 'single' ? 1 : (question.limit ?? subQuestionCounts.length);
  return 1 + subQuestionCounts.slice(0, maxChoices).reduce((sum, count) => sum + count, 0);
}

/** The current question; undefined for a survey without questions. */
export function currentQuestion(state: SurveyState): SurveyQuestion | undefined {
  return surveySteps(state)[stepIndex(state)];
}

/** True if the next step finishes the survey. */
export function isLastStep(state: SurveyState): boolean {
  return stepIndex(state) >= surveySteps(state).length - 1;
}

/** True if every question has a valid answer. */
export function isComplete(state: SurveyState): boolean {
  return validateResponse(state.questions, state.response) === null;
}

/** The answers chosen for a question. */
export function chosenAnswers(state: SurveyState, questionId: number): readonly number[] {
  return state.response
    .filter((answer) => answer.question_id === questionId)
    .flatMap((answer) => (answer.answer_id === null ? [] : [answer.answer_id]));
}

/** The number entered for a question, or null. */
export function enteredNumber(state: SurveyState, questionId: number): number | null {
  return state.response.find((answer) => answer.question_id === questionId)?.value ?? null;
}

function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}

export function surveyReducer(state: SurveyState, action: SurveyAction): SurveyState {
  switch (action.kind) {
    case 'choose':
      return replaceAnswers(state, (question_id) =>
        action.answerIds.map((answer_id) => ({ question_id, answer_id, value: null })),
      );
    case 'enter':
      return replaceAnswers(state, (question_id) =>
        // "-0" is saved and sent as 0.
        action.value === null
          ? []
          : [{ question_id, answer_id: null, value: withoutMinusZero(action.value) }],
      );
    case 'next':
      return goToNext(state);
    case 'back':
      return {
        ...state,
        at: idOf(surveySteps(state)[Math.max(0, stepIndex(state) - 1)]),
        problem: null,
      };
  }
}

function replaceAnswers(
  state: SurveyState,
  createAnswers: (questionId: number) => readonly SurveyAnswer[],
): SurveyState {
  const question = currentQuestion(state);
  if (!question) return state;
  const otherAnswers = state.response.filter(
    (answer) => answer.question_id !== question.question_id,
  );
  const response = dropInvalidAnswers(state.questions, [
    ...otherAnswers,
    ...createAnswers(question.question_id),
  ]);
  return { ...state, response, problem: null };
}

/** Goes to the next question; after the last one, to the first with an invalid answer. */
function goToNext(state: SurveyState): SurveyState {
  const question = currentQuestion(state);
  if (!question) return state;
  const problem = validateAnswer(question, state.response);
  if (problem) return { ...state, problem };
  const nextQuestion = surveySteps(state)[stepIndex(state) + 1];
  if (nextQuestion) return { ...state, at: nextQuestion.question_id, problem: null };
  const invalidAnswer = validateResponse(state.questions, state.response);
  return invalidAnswer
    ? { ...state, at: invalidAnswer.question_id, problem: invalidAnswer.problem }
    : state;
}

function idOf(question: SurveyQuestion | undefined): number | null {
  return question?.question_id ?? null;
}

/**
 * Drops answers to questions that aren't asked, recursively, and choices that a newer survey no longer offers,
 * because the user couldn't clear those.
 */
function dropInvalidAnswers(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyResponse {
  const surveyQuestions = new Map(
    questionsToAsk(questions, response).map((question) => [question.question_id, question]),
  );
  const validAnswers = response.filter((answer) => {
    const question = surveyQuestions.get(answer.question_id);
    return question !== undefined && isValidAnswer(question, answer);
  });
  return validAnswers.length === response.length
    ? validAnswers
    : dropInvalidAnswers(questions, validAnswers);
}

function isValidAnswer(question: SurveyQuestion, { answer_id: id }: SurveyAnswer): boolean {
  if (question.kind === 'number') return id === null;
  return question.answers.some((option) => option.answer_id === id);
}
