import { Trans, useLingui } from '@lingui/react/macro';
import { textInLanguage } from '#schemas/primitives.ts';
import { type SurveyQuestion, type AnswerProblem } from '#schemas/survey.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxCards } from '#src/ui/fields/checkbox-cards.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import {
  chosenAnswers,
  enteredNumber,
  type SurveyAction,
  type SurveyState,
} from './survey-steps.ts';

interface SurveyQuestionProps {
  question: SurveyQuestion;
  state: SurveyState;
  dispatch: (act: SurveyAction) => void;
}

/** One question with its answers; the heading above it is the question's text. */
export function SurveyQuestionField({ question, state, dispatch }: SurveyQuestionProps) {
  const { i18n, t } = useLingui();
  const problemText = useAnswerProblemText();
  const legend = textInLanguage(question.text, i18n.locale);
  const error = state.problem && problemText(state.problem, question);
  const chosen = chosenAnswers(state, question.question_id).map(String);
  const options = question.answers.map((option) => ({
    value: String(option.answer_id),
    title: textInLanguage(option.text, i18n.locale),
  }));
  const choose = (values: readonly string[]) =>
    dispatch({ kind: 'choose', answerIds: values.map(Number) });

  if (question.kind === 'number') {
    return (
      <NumberField
        outOfRange="keep"
        invalidText={isWhole(question) ? t`Enter a whole number.` : t`Enter a number.`}
        label={t`Your answer`}
        value={enteredNumber(state, question.question_id)}
        onValueChange={(value) => dispatch({ kind: 'enter', value })}
        {...(question.min !== null && { min: question.min })}
        {...(question.max !== null && { max: question.max })}
        step={question.step ?? 1}
        hint={<NumberHint question={question} />}
        error={error}
        decreaseLabel={t`Less`}
        increaseLabel={t`More`}
      />
    );
  }
  const frame = { legend, legendHidden: true, options, error } as const;
  if (question.kind === 'single') {
    return (
      <>
        <RadioCards
          {...frame}
          value={chosen[0] ?? null}
          onValueChange={(value) => choose([value])}
          hint={question.optional && <Trans>You may skip this question.</Trans>}
        />
        {question.optional && chosen.length > 0 && (
          <Button variant="quiet" onClick={() => choose([])}>
            <Trans>Clear the answer</Trans>
          </Button>
        )}
      </>
    );
  }
  return (
    <CheckboxCards
      {...frame}
      values={chosen}
      onValuesChange={choose}
      limit={question.limit ?? undefined}
      hint={<MultiHint question={question} />}
    />
  );
}

/** The limits, shown before an answer breaks them. */
function NumberHint({ question }: { question: SurveyQuestion }) {
  const { number } = useFormat();
  const { max, optional } = question;
  const min = number(question.min ?? 0);
  return (
    <>
      {max === null ? (
        <Trans>{min} or more.</Trans>
      ) : (
        <Trans>
          From {min} to {number(max)}.
        </Trans>
      )}{' '}
      {optional && <Trans>You may skip this question.</Trans>}
    </>
  );
}

function isWhole({ min, step }: SurveyQuestion): boolean {
  return Number.isInteger(min ?? 0) && Number.isInteger(step ?? 1);
}

function MultiHint({ question }: { question: SurveyQuestion }) {
  const limit = question.limit;
  if (limit === null) return question.optional && <Trans>You may skip this question.</Trans>;
  return question.optional ? (
    <Trans>Choose up to {limit}, or skip this question.</Trans>
  ) : (
    <Trans>Choose up to {limit}.</Trans>
  );
}

/** Says what is wrong with an answer, in a sentence. */
function useAnswerProblemText(): (problem: AnswerProblem, question: SurveyQuestion) => string {
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
