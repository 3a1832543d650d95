import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateResponse, type SurveyQuestion } from '#schemas/survey.ts';
import {
  currentQuestion,
  isComplete,
  isLastStep,
  startSurvey,
  surveySteps,
  surveyReducer,
  type SurveyAction,
  type SurveyState,
} from '#src/features/_shared/survey/survey-steps.ts';

const question = (id: number, overrides: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  question_id: id,
  kind: 'single',
  text: { en: `Question ${id}` },
  optional: false,
  answers: [1, 2, 3].map((number) => ({
    answer_id: id * 10 + number,
    text: { en: `Answer ${number}` },
  })),
  min: null,
  max: null,
  step: null,
  limit: null,
  parent_answer_id: null,
  ...overrides,
});

const survey: SurveyQuestion[] = [
  question(1),
  question(2, { parent_answer_id: 11 }),
  question(3, { parent_answer_id: 21, optional: true }),
  question(4, { kind: 'number', answers: [], min: 2, max: 10, step: 2 }),
  question(5, { kind: 'multi', limit: 2 }),
];

function applyAll(state: SurveyState, ...actions: SurveyAction[]): SurveyState {
  return actions.reduce(surveyReducer, state);
}
const choose = (...answerIds: number[]): SurveyAction => ({ kind: 'choose', answerIds });
const enter = (value: number | null): SurveyAction => ({ kind: 'enter', value });
const next: SurveyAction = { kind: 'next' };
const back: SurveyAction = { kind: 'back' };
const at = (state: SurveyState) => currentQuestion(state)?.question_id;

describe('a survey, step by step', () => {
  it('doesn’t continue from a required question without an answer, and shows the reason', () => {
    const state = applyAll(startSurvey(survey), next);
    expect(at(state)).toBe(1);
    expect(state.problem).toBe('required');
  });

  it('continues past an optional question without an answer', () => {
    const state = applyAll(startSurvey(survey), choose(11), next, choose(21), next, next);
    expect(at(state)).toBe(4);
  });

  it('adds the sub-question of a chosen answer, and removes it with its answer', () => {
    const answeredState = applyAll(startSurvey(survey), choose(11), next, choose(21));
    expect(surveySteps(answeredState).map((step) => step.question_id)).toEqual([1, 2, 3, 4, 5]);
    const changedState = applyAll(answeredState, back, choose(12));
    expect(surveySteps(changedState).map((step) => step.question_id)).toEqual([1, 4, 5]);
    expect(changedState.response.map((answer) => answer.question_id)).toEqual([1]);
  });

  it.each([
    [null, 'required'],
    [0, 'below_min'],
    [12, 'above_max'],
    [5, 'off_step'],
  ] as const)(
    'doesn’t continue with the number %s, because of the problem %s',
    (value, problem) => {
      const state = applyAll(startSurvey(survey), choose(12), next, enter(value), next);
      expect(at(state)).toBe(4);
      expect(state.problem).toBe(problem);
    },
  );

  it('doesn’t continue with more choices than the limit', () => {
    const state = applyAll(
      startSurvey(survey),
      choose(12),
      next,
      enter(4),
      next,
      choose(51, 52, 53),
      next,
    );
    expect(state.problem).toBe('too_many');
    expect(isComplete(state)).toBe(false);
  });

  it('is complete at its last step once all questions are answered', () => {
    const state = applyAll(startSurvey(survey), choose(12), next, enter(4), next, choose(51, 52));
    expect(isLastStep(state)).toBe(true);
    expect(isComplete(state)).toBe(true);
  });

  it('returns to the open question if the last one is answered first', () => {
    const response = [{ question_id: 5, answer_id: 51, value: null }];
    const state = { ...startSurvey(survey, { response, at: null }), at: 5 };
    expect(applyAll(state, next)).toMatchObject({ at: 1, problem: 'required' });
  });

  it('after random presses, is complete exactly when the server would accept the response', () => {
    const action = fc.oneof(
      fc.subarray([11, 12, 13, 21, 22, 31, 51, 52, 53]).map((ids) => choose(...ids)),
      fc.integer({ min: 0, max: 12 }).map(enter),
      fc.constantFrom(next, back),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const state = applyAll(startSurvey(survey), ...actions);
        expect(isComplete(state)).toBe(validateResponse(survey, state.response) === null);
        expect(currentQuestion(state)).toBeDefined();
      }),
    );
  });
});

describe('a survey that is opened again', () => {
  it('continues where the user left off, with their answers', () => {
    const interruptedState = applyAll(startSurvey(survey), choose(12), next, enter(4), next);
    expect(at(startSurvey(survey, interruptedState))).toBe(5);
    const continuedState = applyAll(interruptedState, choose(51), back, back);
    expect(at(startSurvey(survey, continuedState))).toBe(1);
  });

  it('continues at the first question without a valid answer if the survey has changed since', () => {
    const interruptedState = applyAll(startSurvey(survey), choose(12), next, enter(4), next);
    const stricter = survey.map((one) => (one.question_id === 4 ? { ...one, min: 6 } : one));
    expect(at(startSurvey(stricter, interruptedState))).toBe(4);
  });

  it('starts at the first question if answers are being reviewed', () => {
    const completedState = applyAll(
      startSurvey(survey),
      choose(12),
      next,
      enter(4),
      next,
      choose(51),
    );
    expect(at(startSurvey(survey, { response: completedState.response, at: null }))).toBe(1);
  });

  it('drops choices that are no longer offered', () => {
    const response = [{ question_id: 5, answer_id: 59, value: null }];
    expect(startSurvey(survey, { response, at: 5 }).response).toEqual([]);
  });
});
