import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  validateAnswer,
  questionsToAsk,
  validateResponse,
  validateSurvey,
  type SurveyQuestion,
} from '#schemas/survey.ts';
import {
  currentQuestion,
  isComplete,
  isLastStep,
  maxSteps,
  stepIndex,
  startSurvey,
  surveySteps,
  surveyReducer,
  type SurveyAction,
  type SurveyState,
} from '#src/features/_shared/survey/survey-steps.ts';
import { randomSurvey } from './random-surveys.ts';

const next: SurveyAction = { kind: 'next' };
const back: SurveyAction = { kind: 'back' };

/** Any action, including values that the fields would reject. */
const anyAction: fc.Arbitrary<SurveyAction> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(next) },
  fc.constant(back),
  fc
    .uniqueArray(fc.integer({ min: 10, max: 89 }), { maxLength: 4 })
    .map((answerIds) => ({ kind: 'choose' as const, answerIds })),
  fc
    .option(
      fc.oneof(fc.integer({ min: -30, max: 60 }), fc.double({ noNaN: true, max: 99, min: -9 })),
    )
    .map((value) => ({ kind: 'enter' as const, value })),
);

/** Returns a valid answer to a question, as simple as possible. */
function validAnswer(question: SurveyQuestion, seed: number): SurveyAction {
  if (question.kind === 'number') {
    const { min, max, step } = question;
    const from = min ?? 0;
    const stepCount = Math.floor(((max ?? from + 40) - from) / (step ?? 1));
    return { kind: 'enter', value: from + (seed % (stepCount + 1)) * (step ?? 1) };
  }
  const ids = question.answers.map((option) => option.answer_id);
  const start = seed % ids.length;
  const answerCount = question.kind === 'single' ? 1 : (question.limit ?? ids.length);
  return {
    kind: 'choose',
    answerIds: [...ids, ...ids].slice(start, start + Math.min(answerCount, ids.length)),
  };
}

/** Answers and continues until the survey is complete at its last step. */
function completeSurvey(from: SurveyState, seed: number): { state: SurveyState; steps: number } {
  let state = from;
  let count = 0;
  while (!(isLastStep(state) && isComplete(state))) {
    const question = currentQuestion(state);
    if (!question || count > 100) throw new Error('This survey can’t be completed.');
    if (validateAnswer(question, state.response))
      state = surveyReducer(state, validAnswer(question, seed));
    if (!isLastStep(state) || !isComplete(state)) state = surveyReducer(state, next);
    count += 1;
  }
  return { state, steps: count };
}

const survey = fc.record({ questions: randomSurvey, seed: fc.nat({ max: 1000 }) });
const surveyWalks = fc.record({
  questions: randomSurvey,
  acts: fc.array(anyAction, { maxLength: 60 }),
  seed: fc.nat({ max: 1000 }),
});
const walk = (questions: SurveyQuestion[], actions: readonly SurveyAction[]) =>
  actions.reduce(surveyReducer, startSurvey(questions));

describe('any survey', () => {
  it('generated surveys are valid, and include every kind of question', () => {
    fc.assert(fc.property(randomSurvey, (questions) => validateSurvey(questions) === null));
    const answerCount = fc.sample(randomSurvey, 200).flat();
    expect(answerCount.some((question) => question.parent_answer_id !== null)).toBe(true);
    expect(new Set(answerCount.map((question) => question.kind)).size).toBe(3);
  });

  it('can be completed from the start, in no more steps than it has questions', () => {
    fc.assert(
      fc.property(survey, ({ questions, seed }) => {
        const completed = completeSurvey(startSurvey(questions), seed);
        expect(completed.steps).toBeLessThanOrEqual(questions.length);
        expect(validateResponse(questions, completed.state.response)).toBeNull();
      }),
    );
  });

  it('can always be continued after random presses', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions, seed }) => {
        const state = walk(questions, actions);
        expect(currentQuestion(state)?.question_id).toBe(state.at);
        const completed = completeSurvey(state, seed);
        expect(validateResponse(questions, completed.state.response)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

describe('any presses in a survey', () => {
  it('keep answers only to questions that are asked', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions }) => {
        const { response } = walk(questions, actions);
        const steps = new Set(questionsToAsk(questions, response).map((one) => one.question_id));
        expect(response.filter((answer) => !steps.has(answer.question_id))).toEqual([]);
      }),
    );
  });

  it('never skip a question without a valid answer, so that limits hold', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions }) => {
        const state = walk(questions, actions);
        for (const previousStep of surveySteps(state).slice(0, stepIndex(state))) {
          expect(validateAnswer(previousStep, state.response)).toBeNull();
        }
      }),
    );
  });
});

describe('the number of a survey’s steps', () => {
  it('never grows while going forward, and is never less than the steps that follow', () => {
    fc.assert(
      fc.property(survey, ({ questions, seed }) => {
        let state = startSurvey(questions);
        const apply = (action: SurveyAction) => {
          const before = maxSteps(state);
          state = surveyReducer(state, action);
          expect(maxSteps(state)).toBeLessThanOrEqual(before);
          expect(maxSteps(state)).toBeGreaterThanOrEqual(surveySteps(state).length);
        };
        while (!(isLastStep(state) && isComplete(state))) {
          const question = currentQuestion(state);
          if (question) apply(validAnswer(question, seed));
          if (!isLastStep(state) || !isComplete(state)) apply(next);
        }
      }),
    );
  });
});

describe('a survey that was left or completed', () => {
  it('is complete exactly when the server would accept the response', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions }) => {
        const state = walk(questions, actions);
        expect(isComplete(state)).toBe(validateResponse(questions, state.response) === null);
      }),
    );
  });

  it('shows the same question with the same answers when opened again', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions }) => {
        const afterWalk = walk(questions, actions);
        const saved = JSON.parse(
          JSON.stringify({ response: afterWalk.response, at: afterWalk.at }),
        );
        const resumedState = startSurvey(questions, saved);
        expect(resumedState.response).toEqual(afterWalk.response);
        expect(resumedState.at).toBe(afterWalk.at);
      }),
    );
  });

  it('minus zero is stored as zero', () => {
    const [question] = fc
      .sample(randomSurvey, 200)
      .flat()
      .filter(({ kind, parent_answer_id }) => kind === 'number' && parent_answer_id === null);
    if (!question) throw new Error('No survey asks for a number.');
    const { response } = walk([question], [{ kind: 'enter', value: -0 }]);
    expect(response).toEqual([{ question_id: question.question_id, answer_id: null, value: 0 }]);
  });

  it('a sub-question directly follows the questions it belongs to', () => {
    fc.assert(
      fc.property(surveyWalks, ({ questions, acts: actions }) => {
        const steps = surveySteps(walk(questions, actions));
        for (const [index, question] of steps.entries()) {
          if (question.parent_answer_id === null) continue;
          const parent = steps.findIndex((one) =>
            one.answers.some((option) => option.answer_id === question.parent_answer_id),
          );
          expect(parent).toBeGreaterThanOrEqual(0);
          expect(parent).toBeLessThan(index);
          const stepsBetween = steps.slice(parent + 1, index);
          expect(stepsBetween.every((one) => one.parent_answer_id !== null)).toBe(true);
        }
      }),
    );
  });
});
