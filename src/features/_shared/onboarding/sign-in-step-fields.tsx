import { findCompanyType } from '#schemas/company.ts';
import { Acceptance } from './acceptance.tsx';
import { CompanyTypeCards } from './company-type-cards.tsx';
import { ConsentFields } from './consent-fields.tsx';
import type { SignInFields, SignInProblems, SignInRules, SignInState } from './sign-in-steps.ts';
import { TaxNumberFields } from './tax-number-fields.tsx';
import { useSignInProblemText } from './use-sign-in-text.ts';

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
