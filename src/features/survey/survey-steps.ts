/**
 * A survey answered step by step (spec 1 §5 "Survey"): pure state, so that closing a project, the
 * product question and any other survey walk the same way.
 */
import {
  answerProblem,
  questionsToAsk,
  type AnswerProblem,
  type SurveyAnswer,
  type SurveyQuestion,
  type SurveyResponse,
} from '#schemas/survey.ts';

export interface SurveyState {
  readonly questions: readonly SurveyQuestion[];
  readonly response: SurveyResponse;
  /** Index into the questions that are asked now. */
  readonly position: number;
  /** What is wrong with the answer to the question shown; set by trying to go on. */
  readonly problem: AnswerProblem | null;
}

export type SurveyAct =
  | { readonly kind: 'choose'; readonly answerIds: readonly number[] }
  | { readonly kind: 'enter'; readonly value: number | null }
  | { readonly kind: 'next' }
  | { readonly kind: 'back' };

/**
 * Begins a survey, or goes on with answers kept from before; answers that fit no question any more
 * are dropped. It opens at the first question that is not answered well.
 */
export function startSurvey(
  questions: readonly SurveyQuestion[],
  kept: readonly SurveyAnswer[] = [],
): SurveyState {
  const response = prune(questions, kept);
  const asked = questionsToAsk(questions, response);
  const answered = new Set(response.map((answer) => answer.question_id));
  const open = asked.findIndex(
    (question) => !answered.has(question.question_id) || answerProblem(question, response) !== null,
  );
  const last = Math.max(0, asked.length - 1);
  const position = response.length === 0 || open === 0 ? 0 : open === -1 ? last : open;
  return { questions, response, position, problem: null };
}

/** The questions asked with the answers given so far: an answer may add or take away sub-questions. */
export function steps(state: SurveyState): readonly SurveyQuestion[] {
  return questionsToAsk(state.questions, state.response);
}

/** The question shown, or undefined for a survey without questions. */
export function currentQuestion(state: SurveyState): SurveyQuestion | undefined {
  return steps(state)[state.position];
}

/** Whether the next step finishes the survey. */
export function isLastStep(state: SurveyState): boolean {
  return state.position >= steps(state).length - 1;
}

/** Whether every question asked is answered well, so that the response may be sent. */
export function isComplete(state: SurveyState): boolean {
  return steps(state).every((question) => answerProblem(question, state.response) === null);
}

/** The answers chosen for one question. */
export function chosenAnswers(state: SurveyState, questionId: number): readonly number[] {
  return state.response
    .filter((answer) => answer.question_id === questionId)
    .flatMap((answer) => (answer.answer_id === null ? [] : [answer.answer_id]));
}

/** The number entered for one question, or null. */
export function enteredNumber(state: SurveyState, questionId: number): number | null {
  return state.response.find((answer) => answer.question_id === questionId)?.value ?? null;
}

export function surveyReducer(state: SurveyState, act: SurveyAct): SurveyState {
  switch (act.kind) {
    case 'choose':
      return answer(state, (question_id) =>
        act.answerIds.map((answer_id) => ({ question_id, answer_id, value: null })),
      );
    case 'enter':
      return answer(state, (question_id) =>
        act.value === null ? [] : [{ question_id, answer_id: null, value: act.value }],
      );
    case 'next':
      return goOn(state);
    case 'back':
      return { ...state, position: Math.max(0, state.position - 1), problem: null };
  }
}

function answer(
  state: SurveyState,
  make: (questionId: number) => readonly SurveyAnswer[],
): SurveyState {
  const question = currentQuestion(state);
  if (!question) return state;
  const others = state.response.filter((given) => given.question_id !== question.question_id);
  const response = prune(state.questions, [...others, ...make(question.question_id)]);
  return { ...state, response, problem: null };
}

function goOn(state: SurveyState): SurveyState {
  const question = currentQuestion(state);
  if (!question) return state;
  const problem = answerProblem(question, state.response);
  if (problem) return { ...state, problem };
  return { ...state, position: Math.min(steps(state).length - 1, state.position + 1) };
}

/** Drops answers to questions that are not asked, until none is left (sub-questions of sub-questions). */
function prune(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyResponse {
  const asked = new Set(
    questionsToAsk(questions, response).map((question) => question.question_id),
  );
  const kept = response.filter((given) => asked.has(given.question_id));
  return kept.length === response.length ? [...kept] : prune(questions, kept);
}
