import { companyTypeOf } from '#schemas/company.ts';
import { Acceptance } from './acceptance.tsx';
import { CompanyTypeCards } from './company-type-cards.tsx';
import { ConsentFields } from './consent-fields.tsx';
import type { SignInFields, SignInProblems, SignInRules, SignInState } from './sign-in-steps.ts';
import { TaxNumberFields } from './tax-number-fields.tsx';
import { useSignInProblemWords } from './use-sign-in-words.ts';

interface SignInFieldsOfProps {
  state: SignInState;
  rules: SignInRules;
  problems: SignInProblems;
  type: (changes: Partial<SignInFields>) => void;
}

/** The fields of one step. */
export function SignInFieldsOf({ state, rules, problems, type }: SignInFieldsOfProps) {
  const words = useSignInProblemWords();
  switch (state.step) {
    case 'numbers':
      return (
        <TaxNumberFields
          settings={rules.settings}
          values={state}
          errors={{
            registration_number: words(problems.registration_number),
            registration_number_2: words(problems.registration_number_2),
          }}
          onChange={type}
        />
      );
    case 'type':
      return (
        <CompanyTypeCards
          settings={rules.settings}
          value={state.company_type}
          error={words(problems.company_type)}
          onChange={(company_type) => type({ company_type })}
        />
      );
    case 'disclaimer':
    case 'declaration': {
      const field = `${state.step}_accepted` as const;
      return (
        <Acceptance
          what={state.step}
          type={companyTypeOf(rules.settings, state.company_type)}
          accepted={state[field]}
          error={words(problems[field])}
          onChange={(accepted) => type({ [field]: accepted })}
        />
      );
    }
    case 'consent':
      return (
        <ConsentFields
          email_consent={state.email_consent}
          phone_consent={state.phone_consent}
          onChange={type}
        />
      );
    case 'terms':
    case 'survey':
      return null;
  }
}
