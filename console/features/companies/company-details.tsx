import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldError, UseFormReturn } from 'react-hook-form';
import { isTaxFieldRequired, MIN_TAX_NUMBER, type TaxField } from '#schemas/company.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { RecordForm } from '#console/parts/record/record-form.tsx';
import {
  companyChanges,
  companySchema,
  toEditedCompany,
  type CompanyProblem,
  type CompanyValues,
} from './company-form.ts';
import type { CompanyFile } from './company-texts.ts';

/** Labels of the fields; tax numbers use the country's names. */
function useFieldNames({ settings }: CompanyFile): Record<keyof CompanyValues, string> {
  const { t, i18n } = useLingui();
  const taxName = (field: 'company_id_field' | 'vat_field', fallback: string) =>
    settings === null ? fallback : textInLanguage(settings[field], i18n.locale);
  return {
    name: t({ message: 'Name', context: 'company' }),
    address: t`Street and number`,
    postal_code: t`Postcode`,
    city: t`Town`,
    registration_number: taxName('company_id_field', t`Company number`),
    registration_number_2: taxName('vat_field', t`VAT number`),
  };
}

/** Details of a company. Editable if the operator has the right to edit companies. */
export function CompanyDetails({ company, canEdit }: { company: CompanyFile; canEdit: boolean }) {
  const fieldNames = useFieldNames(company);
  if (canEdit) return <CompanyForm company={company} fieldNames={fieldNames} />;
  const { values } = toEditedCompany(company);
  const items = Object.entries(fieldNames).map(([field, term]) => ({
    term,
    detail: values[field as keyof CompanyValues] || '–',
  }));
  return (
    <div className="max-w-[48rem] rounded-card bg-surface-raised p-4 card-rise">
      <DetailList items={items} />
    </div>
  );
}

interface CompanyFormProps {
  readonly company: CompanyFile;
  readonly fieldNames: Record<keyof CompanyValues, string>;
}

function CompanyForm({ company, fieldNames }: CompanyFormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const params = { id: company.id };
  const { mutateAsync } = useOperatorAction(companyCalls.editCompany, {
    refetches: ['listCompanies', 'readCompanyFile', 'listCompanyTimeline', 'listAudit'],
  });
  return (
    <div className="max-w-[48rem] rounded-card bg-surface-raised p-4 card-rise">
      <RecordForm<CompanyValues>
        label={t`Details`}
        subject="company"
        draftId={{ kind: 'company', record: company.id }}
        record={toEditedCompany(company)}
        schema={companySchema(company)}
        fieldNames={fieldNames}
        question={t`Change the details of ${company.name}?`}
        save={(changes, rev, why) =>
          mutateAsync({ params, body: { ...companyChanges(changes), rev, why } })
        }
        refetch={async () => {
          const newestCompany = await callOperator(companyCalls.readCompanyFile, { params });
          client.setQueryData([companyCalls.readCompanyFile.id, { params }], newestCompany);
          return toEditedCompany(newestCompany);
        }}
      >
        {(form) => <CompanyFields form={form} company={company} fieldNames={fieldNames} />}
      </RecordForm>
    </div>
  );
}

interface CompanyFieldsProps extends CompanyFormProps {
  readonly form: UseFormReturn<CompanyValues, unknown, CompanyValues>;
}

function CompanyFields({ form, company, fieldNames }: CompanyFieldsProps) {
  const { t } = useLingui();
  const { errors } = form.formState;
  const texts: Record<CompanyProblem, string> = {
    required: t`This field can’t be empty.`,
    too_short: t`Enter at least ${MIN_TAX_NUMBER} characters.`,
    too_long: t`Use fewer characters.`,
    unprintable: t`This has characters that can’t be printed on certificates.`,
  };
  const errorText = (error: FieldError | undefined) =>
    error && (texts[error.message as CompanyProblem] ?? texts.required);
  const optional = (field: TaxField) =>
    company.settings !== null &&
    !isTaxFieldRequired(company.settings, field) && <Trans>(optional)</Trans>;
  const field = (name: keyof CompanyValues) => ({
    label: fieldNames[name],
    autoComplete: 'off',
    error: errorText(errors[name]),
    ...form.register(name),
  });
  return (
    <FieldGrid>
      <TextField {...field('name')} />
      <TextField {...field('address')} />
      <TextField {...field('postal_code')} />
      <TextField {...field('city')} />
      <TextField
        {...field('registration_number')}
        optionalLabel={optional('registration_number')}
      />
      <TextField
        {...field('registration_number_2')}
        optionalLabel={optional('registration_number_2')}
      />
    </FieldGrid>
  );
}
