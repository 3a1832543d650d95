import { useLingui } from '@lingui/react/macro';
import type { AnswerProblem, SurveyQuestion } from '#schemas/survey.ts';
import { useFormat } from '#src/data/text/format.ts';

/** Says what is wrong with an answer, in a sentence. */
export function useAnswerProblemText(): (
  problem: AnswerProblem,
  question: SurveyQuestion,
) => string {
  const { t } = useLingui();
  const { number } = useFormat();
  return (problem, question) => {
    const { min, max, step, limit } = question;
    switch (problem) {
      case 'required':
        return question.kind === 'number'
          ? t`Enter a number to go on.`
          : t`Choose an answer to go on.`;
      case 'too_many':
        return t`Choose at most ${limit ?? 1}.`;
      case 'below_min':
        return t`Enter ${number(min ?? 0)} or more.`;
      case 'above_max':
        return t`Enter ${number(max ?? 0)} or less.`;
      case 'off_step':
        return min
          ? t`Enter a number in steps of ${number(step ?? 1)}, from ${number(min)} on.`
          : t`Enter a number in steps of ${number(step ?? 1)}.`;
      case 'unknown_answer':
        return t`Choose one of the answers shown.`;
    }
  };
}
