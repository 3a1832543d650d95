import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, useRef, useState } from 'react';
import { type UniqueField, uniqueFields } from '#schemas/registration.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import {
  type UniqueValues,
  useUniqueness,
} from '#src/features/_shared/onboarding/use-uniqueness.ts';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { AddressStep } from './address-step.tsx';
import { CompanyStep } from './company-step.tsx';
import {
  CompanyTypeStep,
  ConsentStep,
  DeclarationStep,
  DisclaimerStep,
} from './company-type-steps.tsx';
import type { RegistrationStepId } from './registration-draft.ts';
import { firstInvalidStep, type RegistrationRules, stepProblems } from './registration-rules.ts';
import { RegionStep } from './region-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { StepPosition } from './step-position.tsx';
import type { StepProps } from './step-props.ts';
import { takenCodes, uniqueValues } from './unique-values.ts';
import { UserStep } from './user-step.tsx';
import type { RegistrationState } from './use-registration.ts';
import { useRegistrationStepText } from './use-registration-step-text.ts';
import type { useSubmit } from './use-submit.ts';

const fieldsOf: Record<
  Exclude<RegistrationStepId, 'review' | 'survey'>,
  ComponentType<StepProps>
> = {
  region: RegionStep,
  user: UserStep,
  company: CompanyStep,
  address: AddressStep,
  type: CompanyTypeStep,
  disclaimer: DisclaimerStep,
  declaration: DeclarationStep,
  consent: ConsentStep,
};

interface StepPageProps {
  registration: RegistrationState;
  rules: RegistrationRules;
  isDecor: boolean;
  submission: ReturnType<typeof useSubmit>;
}

/** One step: heading, fields and the button to continue. */
export function StepPage({ registration, rules, isDecor, submission }: StepPageProps) {
  const { draft, dispatch } = registration;
  const { step } = draft;
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [hasTried, setHasTried] = useState(false);
  const { isChecking, goOn } = useContinue(registration, rules);
  const text = useRegistrationStepText(step);
  const isReview = step === 'review';
  const offline = useConnection() === 'offline';

  const all = stepProblems(step, draft, rules);
  const refused = Object.entries(all).filter(([, problem]) => problem.code === 'refused');
  const problems = hasTried ? all : Object.fromEntries(refused);

  const advance = async () => {
    setHasTried(true);
    const isWell = Object.keys(stepProblems(step, draft, rules)).length === 0;
    if (isReview && isWell && firstInvalidStep(draft, rules) === null) return submission.submit();
    if (isReview || !isWell || !(await goOn())) focusFirstError(form.current);
    return undefined;
  };
  const shared: StepProps = {
    draft,
    rules,
    problems,
    isDecor,
    onChange: (changes) => {
      submission.clear();
      dispatch({ name: 'typed', changes });
    },
  };
  const Fields = step === 'review' || step === 'survey' ? null : fieldsOf[step];
  const canGoBack = step !== 'region' || draft.revisit.length > 0;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!submission.busy && !isChecking) void advance();
      }}
    >
      <StepHeading
        progress={step !== 'region' && <StepPosition draft={draft} rules={rules} />}
        title={text.title}
        backLabel={t`Back`}
        onBack={canGoBack ? () => dispatch({ name: 'went_back', rules }) : undefined}
      >
        {text.about}
      </StepHeading>
      <div className="mb-6 space-y-4">
        <ErrorBlock messages={submission.failures} />
        {Fields && <Fields {...shared} />}
        {isReview && (
          <ReviewStep {...shared} onEdit={(other) => dispatch({ name: 'edited', step: other })} />
        )}
      </div>
      <Button
        type="submit"
        size="large"
        fullWidth
        busy={submission.busy || isChecking}
        disabledReason={
          isReview && offline && t`You are offline. What you filled in is kept until you are back.`
        }
      >
        {isReview ? <Trans>Register</Trans> : <Trans>Next</Trans>}
      </Button>
      {step === 'region' && <SignInInstead />}
    </form>
  );
}

function SignInInstead() {
  return (
    <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
      <Trans>Registered already?</Trans>
      <TextLink href={paths.login()}>
        <Trans>Sign in</Trans>
      </TextLink>
    </p>
  );
}

/** Goes to the next step after checking that its values are unique. */
function useContinue({ draft, dispatch }: RegistrationState, rules: RegistrationRules) {
  const [isChecking, setIsChecking] = useState(false);
  const refuse = (fields: readonly UniqueField[]) =>
    dispatch({
      name: 'refused',
      fields: fields.map((field) => ({ field, code: takenCodes[field] })),
    });
  const values: UniqueValues = uniqueValues(draft, rules);
  const { confirm } = useUniqueness(values, rules.settings.regions_id, refuse);
  const goOn = async (): Promise<boolean> => {
    if (uniqueFields.some((field) => values[field] !== undefined)) {
      setIsChecking(true);
      const taken = await confirm(values);
      setIsChecking(false);
      if (taken.length > 0) {
        refuse(taken);
        return false;
      }
    }
    dispatch({ name: 'continued', rules });
    return true;
  };
  return { isChecking, goOn };
}
