import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, useRef, useState } from 'react';
import { taxFields } from '#schemas/company.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { isEmail } from '#schemas/person-rules.ts';
import { validatePhone } from '#schemas/phone.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { type UniqueField, uniqueFields } from '#schemas/registration.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { hrefOf, paths } from '#src/app/paths.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import {
  type UniqueValues,
  useUniqueness,
} from '#src/features/_shared/onboarding/use-uniqueness.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { TextLink } from '#src/ui/links.tsx';
import {
  AddressStep,
  CompanyStep,
  CompanyTypeStep,
  ConsentStep,
  DeclarationStep,
  DisclaimerStep,
  type StepProps,
  UserStep,
} from './company-steps.tsx';
import type { RegistrationStepId, RegistrationDraft } from './registration-draft.ts';
import { stepPosition } from './registration-machine.ts';
import { firstInvalidStep, type RegistrationRules, stepProblems } from './registration-rules.ts';
import { ReviewStep } from './review-step.tsx';
import type { RegistrationState } from './use-registration.ts';
import type { useSubmit } from './use-submit.ts';

const stepComponents: Record<
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
  const { isChecking, goToNextStep } = useNextStep(registration, rules);
  const stepText = useRegistrationStepText(step);
  const isReview = step === 'review';
  const offline = useConnection() === 'offline';

  const allProblems = stepProblems(step, draft, rules);
  const rejections = Object.entries(allProblems).filter(
    ([, problem]) => problem.code === 'rejected',
  );
  const problems = hasTried ? allProblems : Object.fromEntries(rejections);

  const advance = async () => {
    setHasTried(true);
    const isStepValid = Object.keys(stepProblems(step, draft, rules)).length === 0;
    if (isReview && isStepValid && firstInvalidStep(draft, rules) === null)
      return submission.submit();
    if (isReview || !isStepValid || !(await goToNextStep())) focusFirstError(form.current);
    return undefined;
  };
  const stepProps: StepProps = {
    draft,
    rules,
    problems,
    isDecor,
    onChange: (changes) => {
      submission.clear();
      dispatch({ name: 'typed', changes });
    },
  };
  const Fields = step === 'review' || step === 'survey' ? null : stepComponents[step];
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
        title={stepText.title}
        backLabel={t`Back`}
        onBack={canGoBack ? () => dispatch({ name: 'went_back', rules }) : undefined}
      >
        {stepText.description}
      </StepHeading>
      <div className="mb-6 space-y-4">
        <ErrorBlock messages={submission.failures} />
        {Fields && <Fields {...stepProps} />}
        {isReview && (
          <ReviewStep
            {...stepProps}
            onEdit={(editedStep) => dispatch({ name: 'edited', step: editedStep })}
          />
        )}
      </div>
      <Button
        type="submit"
        size="large"
        fullWidth
        busy={submission.busy || isChecking}
        disabledReason={
          isReview &&
          offline &&
          t`You’re offline. We’ll keep what you entered until you’re back online.`
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
      <Trans>Already registered?</Trans>
      <TextLink href={hrefOf(paths.login())}>
        <Trans>Sign in</Trans>
      </TextLink>
    </p>
  );
}

/** Checks that the current step's values are unique, then goes to the next step. */
function useNextStep({ draft, dispatch }: RegistrationState, rules: RegistrationRules) {
  const [isChecking, setIsChecking] = useState(false);
  const rejectFields = (fields: readonly UniqueField[]) =>
    dispatch({
      name: 'rejected',
      fields: fields.map((field) => ({ field, code: takenCodes[field] })),
    });
  const values: UniqueValues = uniqueValues(draft, rules);
  const { findTakenFields } = useUniqueness(values, rules.settings.regions_id, rejectFields);
  const goToNextStep = async (): Promise<boolean> => {
    if (uniqueFields.some((field) => values[field] !== undefined)) {
      setIsChecking(true);
      const takenFields = await findTakenFields(values);
      setIsChecking(false);
      if (takenFields.length > 0) {
        rejectFields(takenFields);
        return false;
      }
    }
    dispatch({ name: 'continued', rules });
    return true;
  };
  return { isChecking, goToNextStep };
}

/** First step: the country, which determines the questions of later steps. */
function RegionStep({ draft, rules, onChange }: StepProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const regionNames = new Intl.DisplayNames(formattingLocale(language), { type: 'region' });
  const options = rules.regions
    .map((code) => ({ value: code, label: regionNames.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, formattingLocale(language)));
  return (
    <SelectField
      label={t`Country`}
      autoComplete="country"
      value={draft.region}
      options={options}
      // The options are exactly the region codes.
      onChange={(event) => onChange({ region: event.target.value as RegionCode })}
    />
  );
}

/** Title and description of a registration step. */
function useRegistrationStepText(step: RegistrationStepId): {
  title: string;
  description: string | null;
} {
  const { t } = useLingui();
  switch (step) {
    case 'region':
      return { title: t`Register`, description: t`Where is your company?` };
    case 'user':
      return { title: t`About you`, description: t`You’ll sign in as the company’s owner.` };
    case 'company':
      return { title: t`Your company`, description: null };
    case 'address':
      return { title: t`Address`, description: t`Your company’s location.` };
    case 'type':
      return { title: t`Company type`, description: null };
    case 'disclaimer':
      return { title: t`Disclaimer`, description: null };
    case 'declaration':
      return { title: t`Declaration`, description: null };
    case 'survey':
      return { title: t`A few questions`, description: null };
    case 'consent':
      return {
        title: t`Can we contact you?`,
        description: t`You can change this in your profile.`,
      };
    case 'review':
      return {
        title: t`Check everything`,
        description: t`You can change each part before you register.`,
      };
  }
}

/** Error codes of values that are taken (spec 1 §8). */
const takenCodes: Readonly<Record<UniqueField, string>> = {
  registration_number: 'registration_number_taken',
  registration_number_2: 'registration_number_taken',
  phone: 'phone_taken',
  email: 'email_taken',
};

/** Returns the step's valid values, to check that they are unique. */
function uniqueValues(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): Partial<Record<UniqueField, string>> {
  if (draft.step === 'user') {
    const email = normaliseEmail(draft.email);
    const phone = validatePhone(draft.phone, draft.region, rules.parsePhone);
    return { ...(isEmail(email) && { email }), ...(phone.ok && { phone: phone.phone }) };
  }
  if (draft.step !== 'company') return {};
  const problems = stepProblems('company', draft, rules);
  const filledFields = taxFields.filter(
    (field) => normaliseLine(draft[field]) !== '' && problems[field]?.code !== 'tax_number',
  );
  return Object.fromEntries(filledFields.map((field) => [field, normaliseLine(draft[field])]));
}

interface StepPositionProps {
  draft: RegistrationDraft;
  rules: RegistrationRules;
}

/** Progress; hidden on the country step, which determines the number of steps. */
export function StepPosition({ draft, rules }: StepPositionProps) {
  const { t } = useLingui();
  const position = stepPosition(draft, rules);
  if (position === null) return null;
  const { step, of } = position;
  return <Stepper step={step} total={of} label={t`Step ${step} of ${of}`} />;
}
