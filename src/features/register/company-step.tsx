import { useLingui } from '@lingui/react/macro';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { TaxNumberFields } from '#src/features/_shared/onboarding/tax-number-fields.tsx';
import type { StepProps } from './step-props.ts';
import { useFieldProblemText } from './use-field-problem-text.ts';

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
