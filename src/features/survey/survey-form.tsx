import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useReducer, useRef } from 'react';
import type { ReactNode } from 'react';
import { inLanguage } from '#schemas/primitives.ts';
import type { SurveyAnswer, SurveyQuestion, SurveyResponse } from '#schemas/survey.ts';
import { Button } from '#src/ui/button.tsx';
import { Stepper } from '#src/ui/stepper.tsx';
import { SurveyQuestionField } from './survey-question.tsx';
import {
  currentQuestion,
  isComplete,
  isLastStep,
  startSurvey,
  steps,
  surveyReducer,
} from './survey-steps.ts';

interface SurveyFormProps {
  questions: readonly SurveyQuestion[];
  /** Answers kept from an earlier try. */
  kept?: readonly SurveyAnswer[] | undefined;
  /** Called with every change, so that the answers can be kept if the person leaves. */
  onChange?: ((response: SurveyResponse) => void) | undefined;
  /** Called with a complete response. */
  onFinish: (response: SurveyResponse) => void;
  busy?: boolean | undefined;
  /** What went wrong when it was sent, shown above the buttons. */
  failure?: ReactNode;
  /** Where question and buttons go; without it the buttons stand under the question. */
  layout?: (question: ReactNode, buttons: ReactNode) => ReactNode;
}

/** Asks a survey one question at a time; the last step's button says "Finish" (spec 1 §5). */
export function SurveyForm(props: SurveyFormProps) {
  const { questions, kept, onChange, onFinish, busy = false, failure, layout = stacked } = props;
  const id = useId();
  const { t, i18n } = useLingui();
  const [state, dispatch] = useReducer(surveyReducer, null, () => startSurvey(questions, kept));
  const heading = useRef<HTMLHeadingElement>(null);
  const keep = useRef(onChange);
  useEffect(() => {
    keep.current = onChange;
  });
  useEffect(() => keep.current?.(state.response), [state.response]);
  useFocusOnStep(heading, state.position);

  const question = currentQuestion(state);
  if (!question) return null;
  const step = state.position + 1;
  const of = steps(state).length;
  const goOn = () => {
    if (isLastStep(state) && isComplete(state)) return onFinish(state.response);
    dispatch({ kind: 'next' });
  };

  const form = (
    <form
      id={id}
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) goOn();
      }}
    >
      {of > 1 && <Stepper step={step} of={of} label={t`Step ${step} of ${of}`} />}
      <h2 ref={heading} tabIndex={-1} className="text-title font-semibold break-long outline-none">
        {inLanguage(question.text, i18n.locale)}
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
      {state.position > 0 && (
        <Button variant="secondary" size="large" onClick={() => dispatch({ kind: 'back' })}>
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

function stacked(question: ReactNode, buttons: ReactNode) {
  return (
    <div className="flex min-h-full flex-col justify-between gap-6">
      {question}
      {buttons}
    </div>
  );
}

/** A new step is read out from its question; the first one keeps the focus where it is. */
function useFocusOnStep(heading: React.RefObject<HTMLElement | null>, position: number) {
  const shown = useRef(position);
  useEffect(() => {
    if (shown.current === position) return;
    shown.current = position;
    heading.current?.focus();
  }, [heading, position]);
}
