import { describe, expect, it } from 'vitest';
import {
  validateAnswer,
  questionsToAsk,
  validateResponse,
  validateSurvey,
  type SurveyAnswer,
  type SurveyQuestion,
} from '#schemas/survey.ts';

const question = (id: number, overrides: Partial<SurveyQuestion> = {}): SurveyQuestion => ({
  question_id: id,
  kind: 'single',
  text: { en: `Question ${id}` },
  optional: false,
  answers: [1, 2].map((answerNumber) => ({
    answer_id: id * 10 + answerNumber,
    text: { en: `Answer ${answerNumber}` },
  })),
  min: null,
  max: null,
  step: null,
  limit: null,
  parent_answer_id: null,
  ...overrides,
});
const number = (overrides: Partial<SurveyQuestion> = {}) =>
  question(1, { kind: 'number', answers: [], ...overrides });
const choose = (question_id: number, answer_id: number): SurveyAnswer => ({
  question_id,
  answer_id,
  value: null,
});
const numberAnswer = (value: number): SurveyAnswer => ({ question_id: 1, answer_id: null, value });

describe('the questions of a survey', () => {
  it('exclude sub-questions whose parent isn’t asked, even if their answer is sent', () => {
    const cycle = [
      question(1),
      question(2, { parent_answer_id: 31 }),
      question(3, { parent_answer_id: 21 }),
    ];
    const forgedAnswers = [choose(1, 11), choose(2, 21), choose(3, 31)];
    expect(questionsToAsk(cycle, forgedAnswers).map((one) => one.question_id)).toEqual([1]);
    expect(validateResponse(cycle, forgedAnswers)).toEqual({
      question_id: 2,
      problem: 'unknown_answer',
    });
  });

  it('place a sub-question after its parent, at any position in the list', () => {
    const list = [question(3, { parent_answer_id: 12 }), question(1), question(2)];
    const questions = questionsToAsk(list, [choose(1, 12)]);
    expect(questions.map((one) => one.question_id)).toEqual([1, 3, 2]);
  });
});

describe('a number', () => {
  it.each([
    [{ min: 0.5, max: 400, step: 0.5 }, 2.5, null],
    [{ min: 0.5, max: 400, step: 0.5 }, 2.25, 'off_step'],
    [{ min: 0, max: 1_000_000, step: 0.1 }, 999_999.9, null],
    [{ min: 0, max: 1_000_000, step: 0.1 }, 999_999.95, 'off_step'],
    [{ min: 1, max: 999_999, step: 1 }, 999_999, null],
    [{ min: 1, max: 999_999, step: 1 }, 1_000_000, 'above_max'],
    [{ min: 3, max: 9, step: 2 }, 5, null],
    [{ min: 3, max: 9, step: 2 }, 4, 'off_step'],
    [{}, -1, 'below_min'],
  ] as const)('with the limits %o: %d has the problem %s', (limits, value, problem) => {
    expect(validateAnswer(number(limits), [numberAnswer(value)])).toBe(problem);
  });

  it('has no options', () => {
    expect(validateAnswer(number(), [{ ...numberAnswer(1), answer_id: 11 }])).toBe(
      'unknown_answer',
    );
  });
});

describe('a survey that can’t be completed is reported to its author', () => {
  it.each([
    ['no options', [question(1, { answers: [] })]],
    ['no number within the limits', [number({ min: 5, max: 4 })]],
    ['a maximum below 0', [number({ max: -1 })]],
    ['a step of 0', [number({ step: 0 })]],
    ['a limit of 0', [question(1, { kind: 'multi', limit: 0 })]],
    ['the same question twice', [question(1), question(1)]],
    ['a sub-question of an unknown answer', [question(1, { parent_answer_id: 99 })]],
    ['a sub-question before its parent', [question(2, { parent_answer_id: 11 }), question(1)]],
    ['a sub-question of itself', [question(1, { parent_answer_id: 11 })]],
  ])('%s', (_, questions) => {
    expect(validateSurvey(questions)).not.toBeNull();
  });

  it('a valid survey with a sub-question isn’t reported', () => {
    expect(validateSurvey([question(1), question(2, { parent_answer_id: 11 })])).toBeNull();
  });
});
