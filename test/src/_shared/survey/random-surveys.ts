import fc from 'fast-check';
import type { SurveyQuestion } from '#schemas/survey.ts';

/** Random parts of one question; a survey is built from a list of these. */
const randomQuestion = fc.record({
  kind: fc.constantFrom('single' as const, 'multi' as const, 'number' as const),
  optional: fc.boolean(),
  options: fc.integer({ min: 1, max: 5 }),
  limit: fc.option(fc.integer({ min: 1, max: 3 })),
  min: fc.option(fc.integer({ min: -20, max: 20 })),
  span: fc.option(fc.integer({ min: 0, max: 30 })),
  step: fc.option(fc.constantFrom(0.1, 0.25, 0.5, 1, 3, 7)),
  /** Index of the previous answer that triggers this question; always asked if there is no such answer. */
  parent: fc.nat({ max: 12 }),
});

/** Valid surveys with every kind of question and nested sub-questions. */
export const randomSurvey = fc
  .array(randomQuestion, { minLength: 1, maxLength: 8 })
  .map((randomQuestions) => {
    const questions: SurveyQuestion[] = [];
    for (const [index, parts] of randomQuestions.entries()) {
      const id = index + 1;
      const isNumber = parts.kind === 'number';
      const earlierAnswers = questions.flatMap((question) => question.answers);
      questions.push({
        question_id: id,
        kind: parts.kind,
        text: { en: `Question ${id}` },
        optional: parts.optional,
        answers: Array.from({ length: isNumber ? 0 : parts.options }, (_, option) => ({
          answer_id: id * 10 + option,
          text: { en: `Answer ${option}` },
        })),
        min: isNumber ? parts.min : null,
        max: isNumber && parts.span !== null ? (parts.min ?? 0) + parts.span : null,
        step: isNumber ? parts.step : null,
        limit: parts.kind === 'multi' ? parts.limit : null,
        parent_answer_id: earlierAnswers[parts.parent]?.answer_id ?? null,
      });
    }
    return questions;
  });
