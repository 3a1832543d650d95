import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useReducer, useRef, type ReactNode } from 'react';
import { textInLanguage } from '#schemas/primitives.ts';
import type { SurveyQuestion, SurveyResponse, AnswerProblem } from '#schemas/survey.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxCards, RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import {
  currentQuestion,
  isComplete,
  isLastStep,
  maxSteps,
  stepIndex,
  startSurvey,
  surveyReducer,
  type SurveyDraft,
  chosenAnswers,
  enteredNumber,
  type SurveyAction,
  type SurveyState,
} from './survey-steps.ts';

interface SurveyFormProps {
  questions: readonly SurveyQuestion[];
  /** Saved answers of an earlier attempt, read once. `at: null` starts at the first question. */
  savedDraft?: SurveyDraft | undefined;
  /** Called after every change and step, to save a draft. */
  onChange?: ((draft: SurveyDraft) => void) | undefined;
  /**
   * Called with a complete, valid response. The caller clears its draft once the response is saved.
   */
  onFinish: (response: SurveyResponse) => void;
  /** For a survey inside a longer flow: goes back from the first question. */
  onBack?: (() => void) | undefined;
  busy?: boolean | undefined;
  /** Error of the last submission, shown above the buttons. */
  failure?: ReactNode;
  /** Arranges the question and the buttons; by default the buttons are below. */
  layout?: (question: ReactNode, buttons: ReactNode) => ReactNode;
}

/**
 * Asks one question at a time; the last button is "Finish" (spec 1 §5). Needs neither a session
 * nor the database: the caller saves the draft (`useSurveyProgress`) and sends the answers. Renders
 * nothing without questions.
 */
export function SurveyForm(props: SurveyFormProps) {
  const { questions, savedDraft, onChange, onFinish, onBack, busy = false, failure } = props;
  const { layout = stackControls } = props;
  const id = useId();
  const { i18n } = useLingui();
  const [state, dispatch] = useReducer(surveyReducer, null, () =>
    startSurvey(questions, savedDraft),
  );
  const position = stepIndex(state);
  const heading = useRef<HTMLHeadingElement>(null);
  useDraft(state, onChange);
  useFocusOnStep(heading, position);

  const question = currentQuestion(state);
  if (!question) return null;
  const step = position + 1;
  const stepCount = maxSteps(state);
  const goToNextStep = () => {
    if (isLastStep(state) && isComplete(state)) return onFinish([...state.response]);
    dispatch({ kind: 'next' });
  };
  const goBack = position > 0 ? () => dispatch({ kind: 'back' }) : onBack;

  const form = (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        goToNextStep();
        focusFirstError(event.currentTarget);
      }}
    >
      {stepCount > 1 && (
        <QuestionPosition step={step} stepCount={stepCount} isInLongerFlow={onBack !== undefined} />
      )}
      <h2 ref={heading} tabIndex={-1} className="text-title font-semibold break-long outline-none">
        {textInLanguage(question.text, i18n.locale)}
      </h2>
      <SurveyQuestionField
        key={question.question_id}
        question={question}
        state={state}
        dispatch={dispatch}
      />
      {failure}
    </form>
  );
  const buttons = (
    <div className="flex gap-3">
      {goBack && (
        <Button variant="secondary" size="large" onClick={goBack}>
          <Trans>Back</Trans>
        </Button>
      )}
      <div className="flex-1">
        <Button type="submit" form={id} size="large" fullWidth busy={busy}>
          {isLastStep(state) ? <Trans>Finish</Trans> : <Trans>Next</Trans>}
        </Button>
      </div>
    </div>
  );
  return layout(form, buttons);
}

interface QuestionPositionProps {
  step: number;
  stepCount: number;
  /** True in a longer flow, which has its own bar of steps. The position is then only text. */
  isInLongerFlow: boolean;
}

function QuestionPosition({ step, stepCount, isInLongerFlow }: QuestionPositionProps) {
  const { t } = useLingui();
  const label = t`Question ${step} of ${stepCount}`;
  if (!isInLongerFlow) return <Stepper step={step} total={stepCount} label={label} />;
  return <p className="text-small font-medium text-ink-soft tnum">{label}</p>;
}

function stackControls(question: ReactNode, buttons: ReactNode) {
  return (
    <div className="flex min-h-full flex-col justify-between gap-6">
      {question}
      {buttons}
    </div>
  );
}

/** Reports changes but not the initial state, so that viewing a survey leaves no draft. */
function useDraft({ response, at }: SurveyDraft, onChange: SurveyFormProps['onChange']) {
  const onChangeRef = useRef(onChange);
  const lastReported = useRef({ response, at });
  useEffect(() => {
    onChangeRef.current = onChange;
  });
  useEffect(() => {
    if (lastReported.current.response === response && lastReported.current.at === at) return;
    lastReported.current = { response, at };
    onChangeRef.current?.({ response, at });
  }, [response, at]);
}

/** Focuses the question of a new step so that it's read out. At the first step, the focus stays where it is. */
function useFocusOnStep(heading: React.RefObject<HTMLElement | null>, position: number) {
  const lastPosition = useRef(position);
  useEffect(() => {
    if (lastPosition.current === position) return;
    lastPosition.current = position;
    heading.current?.focus();
  }, [heading, position]);
}

interface SurveyQuestionProps {
  question: SurveyQuestion;
  state: SurveyState;
  dispatch: (action: SurveyAction) => void;
}

/** A question with its answers; the heading above it is the question's text. */
function SurveyQuestionField({ question, state, dispatch }: SurveyQuestionProps) {
  const { i18n, t } = useLingui();
  const problemText = useAnswerProblemText();
  const legend = textInLanguage(question.text, i18n.locale);
  const error = state.problem && problemText(state.problem, question);
  const chosenIds = chosenAnswers(state, question.question_id).map(String);
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
        invalidText={allowsOnlyIntegers(question) ? t`Enter a whole number.` : t`Enter a number.`}
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
  const sharedProps = { legend, legendHidden: true, options, error } as const;
  if (question.kind === 'single') {
    return (
      <>
        <RadioCards
          {...sharedProps}
          value={chosenIds[0] ?? null}
          onValueChange={(value) => choose([value])}
          hint={question.optional && <Trans>You can skip this question.</Trans>}
        />
        {question.optional && chosenIds.length > 0 && (
          <Button variant="quiet" onClick={() => choose([])}>
            <Trans>Clear answer</Trans>
          </Button>
        )}
      </>
    );
  }
  return (
    <CheckboxCards
      {...sharedProps}
      values={chosenIds}
      onValuesChange={choose}
      limit={question.limit ?? undefined}
      hint={<MultiHint question={question} />}
    />
  );
}

/** The limits, shown before an answer violates them. */
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
      {optional && <Trans>You can skip this question.</Trans>}
    </>
  );
}

function allowsOnlyIntegers({ min, step }: SurveyQuestion): boolean {
  return Number.isInteger(min ?? 0) && Number.isInteger(step ?? 1);
}

function MultiHint({ question }: { question: SurveyQuestion }) {
  const limit = question.limit;
  if (limit === null) return question.optional && <Trans>You can skip this question.</Trans>;
  return question.optional ? (
    <Trans>Choose up to {limit}, or skip this question.</Trans>
  ) : (
    <Trans>Choose up to {limit}.</Trans>
  );
}

/** Returns a function that describes the problem with an answer. */
function useAnswerProblemText(): (problem: AnswerProblem, question: SurveyQuestion) => string {
  const { t } = useLingui();
  const { number } = useFormat();
  return (problem, question) => {
    const { min, max, step, limit } = question;
    switch (problem) {
      case 'required':
        return question.kind === 'number'
          ? t`Enter a number to continue.`
          : t`Choose an answer to continue.`;
      case 'too_many':
        return t`Choose up to ${limit ?? 1}.`;
      case 'below_min':
        return t`Enter ${number(min ?? 0)} or more.`;
      case 'above_max':
        return t`Enter ${number(max ?? 0)} or less.`;
      case 'off_step':
        return min
          ? t`Enter a number in steps of ${number(step ?? 1)}, starting from ${number(min)}.`
          : t`Enter a multiple of ${number(step ?? 1)}.`;
      case 'unknown_answer':
        return t`Choose one of the answers shown.`;
    }
  };
}
