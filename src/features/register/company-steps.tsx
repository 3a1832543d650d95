import { findCompanyType } from '#schemas/company.ts';
import { Acceptance } from '#src/features/_shared/onboarding/acceptance.tsx';
import { CompanyTypeCards } from '#src/features/_shared/onboarding/company-type-cards.tsx';
import { ConsentFields } from '#src/features/_shared/onboarding/consent-fields.tsx';
import type { StepProps } from './step-props.ts';
import { useFieldProblemText } from './use-field-problem-text.ts';
import { useLingui } from '@lingui/react/macro';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { TaxNumberFields } from '#src/features/_shared/onboarding/tax-number-fields.tsx';

/** Company type; it decides which acceptances are required. */
export function CompanyTypeStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <CompanyTypeCards
      settings={rules.settings}
      value={draft.company_type}
      error={problemText(problems.company_type)}
      onChange={(company_type) => onChange({ company_type })}
    />
  );
}

export function DisclaimerStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <Acceptance
      document="disclaimer"
      type={findCompanyType(rules.settings, draft.company_type)}
      accepted={draft.disclaimer_accepted}
      error={problemText(problems.disclaimer_accepted)}
      onChange={(disclaimer_accepted) => onChange({ disclaimer_accepted })}
    />
  );
}

export function DeclarationStep({ draft, rules, problems, onChange }: StepProps) {
  const problemText = useFieldProblemText();
  return (
    <Acceptance
      document="declaration"
      type={findCompanyType(rules.settings, draft.company_type)}
      accepted={draft.declaration_accepted}
      error={problemText(problems.declaration_accepted)}
      onChange={(declaration_accepted) => onChange({ declaration_accepted })}
    />
  );
}

export function ConsentStep({ draft, onChange }: StepProps) {
  return (
    <ConsentFields
      email_consent={draft.email_consent}
      phone_consent={draft.phone_consent}
      onChange={onChange}
    />
  );
}

/** Company name and tax numbers, labelled with the country's names for them. */
export function CompanyStep({ draft, rules, problems, onChange }: StepProps) {
  const { t } = useLingui();
  const problemText = useFieldProblemText();
  return (
    <>
      <TextField
        label={t`Company name`}
        autoComplete="organization"
        maxLength={160}
        value={draft.company_name}
        error={problemText(problems.company_name)}
        onChange={(event) => onChange({ company_name: event.target.value })}
      />
      <TaxNumberFields
        settings={rules.settings}
        values={draft}
        errors={{
          registration_number: problemText(problems.registration_number),
          registration_number_2: problemText(problems.registration_number_2),
        }}
        onChange={onChange}
      />
    </>
  );
}
