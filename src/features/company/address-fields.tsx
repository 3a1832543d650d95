import { useLingui } from '@lingui/react/macro';
import type { UseFormReturn } from 'react-hook-form';
import type { RegionCode } from '#schemas/regions.ts';
import { AddressEntry } from '#src/features/_shared/address/address-entry.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { CompanyForm } from './company-form.ts';
import { useCompanyProblemText } from './use-company-problem-text.ts';

interface AddressFieldsProps {
  form: UseFormReturn<CompanyForm>;
  /** Country in which addresses are suggested. */
  region: RegionCode;
}

/** Name and address of the company. */
export function AddressFields({ form, region }: AddressFieldsProps) {
  const { t } = useLingui();
  const { register, formState } = form;
  const problemText = useCompanyProblemText();
  return (
    <FieldGrid>
      <TextField
        label={t`Company name`}
        autoComplete="organization"
        error={problemText(formState.errors.name)}
        {...register('name')}
      />
      <AddressEntry
        form={form}
        names={{ street: 'address', postalCode: 'postal_code', city: 'city' }}
        region={region}
        words={problemText}
      />
    </FieldGrid>
  );
}
