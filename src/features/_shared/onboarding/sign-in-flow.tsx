import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useReducer, useRef, useState } from 'react';
import { codeOf, errorsOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { createSavedDraft, useSavedDraft } from '#src/data/drafts/saved-draft.ts';
import { useCall, useServerNow } from '#src/data/requests/use-request.ts';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { taxFields } from '#schemas/company.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { declineTerms, saveSignIn } from './save-sign-in.ts';
import { SignInStepFields, useSignInStepText } from './sign-in-step-fields.tsx';
import {
  isLastSignInStep,
  maxSignInSteps,
  reduceSignIn,
  type SignInEvent,
  signInProblems,
  type SignInRules,
  type SignInState,
  signInState,
  signInSteps,
} from './sign-in-steps.ts';
import { useUniqueness } from './use-uniqueness.ts';
import { isDecor } from '#schemas/roles.ts';
import { brand } from '#brand';
import { documentLinks } from '#src/app/brand-links.ts';
import { Card } from '#src/ui/layout/card.tsx';

interface SignInFlowProps {
  rules: SignInRules;
  initialState: SignInState;
  token: string;
  onDone: () => void;
  onDeclined: () => void;
  onSessionLost: (code: string) => void;
}

/** Shows the sign-in steps that apply to the user, and saves everything after the last step. */
export function SignInFlow({
  rules,
  initialState,
  token,
  onDone,
  onDeclined,
  onSessionLost,
}: SignInFlowProps) {
  const { t } = useLingui();
  const { state, dispatch, clearDraft } = useSteps(initialState, rules);
  const { step } = state;
  const text = useSignInStepText(step);
  const saveRequest = useSave(onSessionLost, (fields) =>
    dispatch({ name: 'numbers_taken', fields }),
  );
  const call = useCall();
  const serverNow = useServerNow();

  const save = (finalState: SignInState) =>
    saveRequest.run(async () => {
      await saveSignIn(call, token, finalState, rules, new Date(serverNow()).toISOString());
      clearDraft();
      onDone();
    });
  const decline = () =>
    saveRequest.run(async () => {
      await declineTerms(call, token, rules.person.company.uuid);
      clearDraft();
      onDeclined();
    });

  const steps = signInSteps(state, rules);
  const at = steps.indexOf(step) + 1;
  const stepCount = maxSignInSteps(state, rules);
  const goBack = at > 1 ? () => dispatch({ name: 'went_back', rules }) : undefined;
  const errorText = useErrorMessage();
  const failure = (
    <ErrorBlock messages={saveRequest.failure === null ? [] : [errorText(saveRequest.failure)]} />
  );
  const sharedProps = { busy: saveRequest.busy, failure };
  return (
    <>
      <StepHeading
        key={step}
        title={text.title}
        backLabel={t`Back`}
        onBack={goBack}
        progress={
          stepCount > 1 && (
            <Stepper step={at} total={stepCount} label={t`Step ${at} of ${stepCount}`} />
          )
        }
      >
        {text.description}
      </StepHeading>
      {step === 'survey' ? (
        <SurveyForm
          {...sharedProps}
          questions={rules.questions}
          savedDraft={state.survey}
          onBack={goBack}
          onChange={({ response, at: question }) =>
            dispatch({
              name: 'typed',
              changes: { survey: { response: [...response], at: question } },
            })
          }
          onFinish={(response) => void save({ ...state, survey: { response, at: null } })}
        />
      ) : (
        <StepForm
          {...sharedProps}
          state={state}
          rules={rules}
          dispatch={dispatch}
          onFinish={() => save(state)}
          onDecline={decline}
        />
      )}
    </>
  );
}

interface StepFormProps {
  state: SignInState;
  rules: SignInRules;
  dispatch: (event: SignInEvent) => void;
  busy: boolean;
  failure: ReactNode;
  /** Called when the last step is complete. */
  onFinish: () => Promise<void>;
  onDecline: () => Promise<void>;
}

/** Form of one step; advances only when its fields are valid. */
function StepForm({ state, rules, dispatch, busy, failure, onFinish, onDecline }: StepFormProps) {
  const { step } = state;
  const form = useRef<HTMLFormElement>(null);
  const { problems, goToNextStep } = useContinue({ state, rules, dispatch, onFinish });
  return (
    <form
      ref={form}
      noValidate
      className="space-y-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void goToNextStep(() => focusFirstError(form.current));
      }}
    >
      <div className="space-y-4">
        {failure}
        {step === 'terms' ? (
          <TermsStep rules={rules} />
        ) : (
          <SignInStepFields
            state={state}
            rules={rules}
            problems={problems}
            onChange={(changes) => dispatch({ name: 'typed', changes })}
          />
        )}
      </div>
      <div className="flex flex-col gap-2">
        <Button type="submit" size="large" fullWidth busy={busy}>
          {step === 'terms' ? <Trans>I agree</Trans> : <Trans>Next</Trans>}
        </Button>
        {step === 'terms' && (
          <Button variant="quiet" fullWidth onClick={() => void onDecline()}>
            <Trans>I don’t agree</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}

/** Validates the step and checks that its numbers are unique, then goes to the next step. */
function useContinue(input: Pick<StepFormProps, 'state' | 'rules' | 'dispatch' | 'onFinish'>) {
  const { state, rules, dispatch, onFinish } = input;
  const { step } = state;
  const [checkedStep, setCheckedStep] = useState<unknown>(null);
  const problems =
    checkedStep === step || state.taken.length > 0 ? signInProblems(state, rules) : {};
  const numbers = step === 'numbers' ? changedNumbers(state, rules) : {};
  const showTakenErrors = (fields: readonly string[]) => {
    const takenFields = taxFields.filter((field) => fields.includes(field));
    dispatch({ name: 'numbers_taken', fields: takenFields });
  };
  const { findTakenFields } = useUniqueness(numbers, rules.settings.regions_id, showTakenErrors);

  const goToNextStep = async (onProblem: () => void) => {
    setCheckedStep(step);
    if (Object.keys(signInProblems(state, rules)).length > 0) return onProblem();
    if (step === 'numbers') {
      const takenNumbers = await findTakenFields(numbers);
      if (takenNumbers.length > 0) {
        showTakenErrors(takenNumbers);
        return onProblem();
      }
    }
    if (isLastSignInStep(state, rules)) return onFinish();
    return dispatch({ name: 'continued', rules });
  };
  return { problems, goToNextStep };
}

/** Sign-in state, saved to session storage one second after the last change (spec 1 §4). */
function useSteps(initialState: SignInState, rules: SignInRules) {
  const [savedDraft] = useState(() =>
    createSavedDraft(sessionStorage, 'club.sign-in', signInState),
  );
  const [isFinished, setIsFinished] = useState(false);
  const [state, dispatch] = useReducer(
    (previous: SignInState, event: SignInEvent) => reduceSignIn(previous, event),
    null,
    () => {
      const restoredDraft = savedDraft.load();
      const isSameUser = restoredDraft?.user_id === initialState.user_id;
      return restoredDraft &&
        isSameUser &&
        signInSteps(restoredDraft, rules).includes(restoredDraft.step)
        ? restoredDraft
        : initialState;
    },
  );
  useSavedDraft(savedDraft, isFinished ? null : state);
  const clearDraft = () => {
    setIsFinished(true);
    savedDraft.clear();
  };
  return { state, dispatch, clearDraft };
}

/** Runs a save. If a tax number is taken, the user returns to the step for numbers. A lost session ends the sign-in. */
function useSave(
  onSessionLost: (code: string) => void,
  onTaken: (fields: readonly (typeof taxFields)[number][]) => void,
) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await action();
    } catch (error) {
      const code = codeOf(error);
      if (code === 'session_expired' || code === 'unauthorised')
        return onSessionLost('session_expired');
      const listedFields = errorsOf(error).map(({ field = '' }) => field);
      const takenNumbers = taxFields.filter((field) => listedFields.includes(`body.${field}`));
      if (takenNumbers.length > 0) onTaken(takenNumbers);
      setFailure(error);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return { run, busy, failure };
}

function changedNumbers(state: SignInState, { person }: SignInRules) {
  const changedFields = taxFields.filter(
    (field) => normaliseLine(state[field]) !== '' && state[field] !== person.company[field],
  );
  return Object.fromEntries(changedFields.map((field) => [field, normaliseLine(state[field])]));
}

/** Step for Czech and Slovak companies that joined under earlier terms, before 2024-02 (spec 1 §5). */
function TermsStep({ rules: { person, settings } }: { rules: SignInRules }) {
  const links = documentLinks(person.region, isDecor(person.role.id), settings.links);
  const { name, manufacturer } = brand;
  const company = person.company.name;
  return (
    <Card>
      <p className="break-long">
        <Trans>
          {company} is a member of {name} by {manufacturer}. The terms explain how you earn and
          spend points and how we use your data. You need to accept them to use the club.
        </Trans>
      </p>
      <a
        href={links.find(({ id }) => id === 'terms')?.href}
        target="_blank"
        rel="noreferrer"
        className="mt-2 inline-flex min-h-target items-center font-semibold text-info underline-offset-4 hover:underline"
      >
        <Trans>Read the terms</Trans>
      </a>
    </Card>
  );
}
