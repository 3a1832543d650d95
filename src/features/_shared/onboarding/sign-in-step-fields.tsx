import { useLingui } from '@lingui/react/macro';
import { findCompanyType, MIN_TAX_NUMBER } from '#schemas/company.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type {
  SignInFields,
  SignInProblems,
  SignInRules,
  SignInState,
  SignInProblem,
  SignInStepId,
} from './sign-in-steps.ts';
import {
  Acceptance,
  CompanyTypeCards,
  ConsentFields,
  TaxNumberFields,
} from './tax-number-fields.tsx';

interface SignInStepFieldsProps {
  state: SignInState;
  rules: SignInRules;
  problems: SignInProblems;
  onChange: (changes: Partial<SignInFields>) => void;
}

/** Fields of the current sign-in step. */
export function SignInStepFields({ state, rules, problems, onChange }: SignInStepFieldsProps) {
  const problemText = useSignInProblemText();
  switch (state.step) {
    case 'numbers':
      return (
        <TaxNumberFields
          settings={rules.settings}
          values={state}
          errors={{
            registration_number: problemText(problems.registration_number),
            registration_number_2: problemText(problems.registration_number_2),
          }}
          onChange={onChange}
        />
      );
    case 'type':
      return (
        <CompanyTypeCards
          settings={rules.settings}
          value={state.company_type}
          error={problemText(problems.company_type)}
          onChange={(company_type) => onChange({ company_type })}
        />
      );
    case 'disclaimer':
    case 'declaration': {
      const field = `${state.step}_accepted` as const;
      return (
        <Acceptance
          document={state.step}
          type={findCompanyType(rules.settings, state.company_type)}
          accepted={state[field]}
          error={problemText(problems[field])}
          onChange={(accepted) => onChange({ [field]: accepted })}
        />
      );
    }
    case 'consent':
      return (
        <ConsentFields
          email_consent={state.email_consent}
          phone_consent={state.phone_consent}
          onChange={onChange}
        />
      );
    case 'terms':
    case 'survey':
      return null;
  }
}

/** Title and description of a sign-in step. */
export function useSignInStepText(step: SignInStepId): {
  title: string;
  description: string | null;
} {
  const { t } = useLingui();
  switch (step) {
    case 'terms':
      return { title: t`Club terms`, description: null };
    case 'numbers':
      return {
        title: t`Tax and registration numbers`,
        description: t`These are missing from your account.`,
      };
    case 'type':
      return { title: t`Company type`, description: null };
    case 'disclaimer':
      return { title: t`Disclaimer`, description: null };
    case 'declaration':
      return { title: t`Declaration`, description: null };
    case 'consent':
      return {
        title: t`Can we contact you?`,
        description: t`You can change this in your profile.`,
      };
    case 'survey':
      return {
        title: t`A few questions`,
        description: t`Your answers help us tailor offers to your work.`,
      };
  }
}

/** Returns a function that formats a field's problem; null if the field is valid. */
function useSignInProblemText(): (problem: SignInProblem | undefined) => string | null {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  return (problem) => {
    switch (problem) {
      case undefined:
        return null;
      case 'tax_number':
        return t`This number is required. Enter at least ${MIN_TAX_NUMBER} characters.`;
      case 'taken':
        return errorText({ code: 'registration_number_taken' });
      case 'choose':
        return t`Choose one to continue.`;
      case 'accept':
        return t`Tick this to continue.`;
    }
  };
}
