/**
 * A survey answered step by step (spec 1 §5 "Survey"): pure state, so that closing a project, the
 * product question, the registration and any other survey walk the same way.
 */
import {
  answerProblem,
  questionsToAsk,
  responseProblem,
  type AnswerProblem,
  type SurveyAnswer,
  type SurveyQuestion,
  type SurveyResponse,
} from '#schemas/survey.ts';

export interface SurveyState {
  readonly questions: readonly SurveyQuestion[];
  readonly response: SurveyResponse;
  /** The id of the question shown; null for a survey without questions. */
  readonly at: number | null;
  /** What is wrong with the answer to the question shown; set by trying to go on. */
  readonly problem: AnswerProblem | null;
}

/** Where a survey was left: what was answered, and the question that was shown. */
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
 * Begins a survey, or goes on with what was kept from before; answers that fit no question any more
 * are dropped. It opens at the question that was shown, unless one before it has to be answered
 * first; at the beginning where the draft names none.
 */
export function startSurvey(
  questions: readonly SurveyQuestion[],
  kept: SurveyDraft = { response: [], at: null },
): SurveyState {
  const response = prune(questions, kept.response);
  const asked = questionsToAsk(questions, response);
  const left = asked.findIndex((question) => question.question_id === kept.at);
  const open = asked.findIndex((question) => answerProblem(question, response) !== null);
  const position = open === -1 ? left : Math.min(left, open);
  return { questions, response, at: idOf(asked[Math.max(0, position)]), problem: null };
}

/** The questions asked with the answers given so far: an answer may add or take away sub-questions. */
export function surveySteps(state: SurveyState): readonly SurveyQuestion[] {
  return questionsToAsk(state.questions, state.response);
}

/** Which step is shown, from 0. */
export function stepIndex(state: SurveyState): number {
  return Math.max(
    0,
    surveySteps(state).findIndex((question) => question.question_id === state.at),
  );
}

/**
 * How many steps it can still become, with the question shown answered anew: what was passed, and the longest way
 * that answers to the others may open. It never grows while one goes on.
 */
export function maxSteps(state: SurveyState): number {
  const asked = surveySteps(state);
  const passed = asked.slice(0, stepIndex(state));
  const ahead = asked.slice(passed.length);
  const open = new Set(ahead.flatMap(({ answers }) => answers.map(({ answer_id: id }) => id)));
  // A sub-question of what is still to be answered is counted with its question.
  const own = ahead.filter(({ parent_answer_id: id }) => id === null || !open.has(id));
  return own.reduce((sum, question) => sum + longestFrom(question, state.questions), passed.length);
}

/** A question with the most sub-questions that one response can add to it. */
function longestFrom(question: SurveyQuestion, questions: readonly SurveyQuestion[]): number {
  const added = question.answers
    .map(({ answer_id }) =>
      questions
        .filter((sub) => sub.parent_answer_id === answer_id)
        .reduce((sum, sub) => sum + longestFrom(sub, questions), 0),
    )
    .toSorted((one, other) => other - one);
  const choices = question.kind === 'single' ? 1 : (question.limit ?? added.length);
  return 1 + added.slice(0, choices).reduce((sum, one) => sum + one, 0);
}

/** The question shown, or undefined for a survey without questions. */
export function currentQuestion(state: SurveyState): SurveyQuestion | undefined {
  return surveySteps(state)[stepIndex(state)];
}

/** Whether the next step finishes the survey. */
export function isLastStep(state: SurveyState): boolean {
  return stepIndex(state) >= surveySteps(state).length - 1;
}

/** Whether every question asked is answered well, so that the response may be sent. */
export function isComplete(state: SurveyState): boolean {
  return responseProblem(state.questions, state.response) === null;
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

function withoutMinusZero(value: number): number {
  return value === 0 ? 0 : value;
}

export function surveyReducer(state: SurveyState, act: SurveyAction): SurveyState {
  switch (act.kind) {
    case 'choose':
      return answer(state, (question_id) =>
        act.answerIds.map((answer_id) => ({ question_id, answer_id, value: null })),
      );
    case 'enter':
      return answer(state, (question_id) =>
        // "-0" is a zero: neither what is kept nor what is sent knows another.
        act.value === null
          ? []
          : [{ question_id, answer_id: null, value: withoutMinusZero(act.value) }],
      );
    case 'next':
      return goOn(state);
    case 'back':
      return {
        ...state,
        at: idOf(surveySteps(state)[Math.max(0, stepIndex(state) - 1)]),
        problem: null,
      };
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

/** To the next question; past the last one, to the first whose answer will not do. */
function goOn(state: SurveyState): SurveyState {
  const question = currentQuestion(state);
  if (!question) return state;
  const problem = answerProblem(question, state.response);
  if (problem) return { ...state, problem };
  const following = surveySteps(state)[stepIndex(state) + 1];
  if (following) return { ...state, at: following.question_id, problem: null };
  const open = responseProblem(state.questions, state.response);
  return open ? { ...state, at: open.question_id, problem: open.problem } : state;
}

function idOf(question: SurveyQuestion | undefined): number | null {
  return question?.question_id ?? null;
}

/**
 * Drops answers to questions that are not asked, until none is left (sub-questions of sub-questions),
 * and choices that a newer survey does not offer: nobody could take those back.
 */
function prune(
  questions: readonly SurveyQuestion[],
  response: readonly SurveyAnswer[],
): SurveyResponse {
  const asked = new Map(
    questionsToAsk(questions, response).map((question) => [question.question_id, question]),
  );
  const kept = response.filter((given) => {
    const question = asked.get(given.question_id);
    return question !== undefined && fits(question, given);
  });
  return kept.length === response.length ? kept : prune(questions, kept);
}

function fits(question: SurveyQuestion, { answer_id: id }: SurveyAnswer): boolean {
  if (question.kind === 'number') return id === null;
  return question.answers.some((option) => option.answer_id === id);
}
