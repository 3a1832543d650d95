import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { callOperator } from '#console/data/call-operator.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { RecordForm } from '#console/parts/record/record-form.tsx';
import type { EditedRecord } from '#console/parts/record/use-record-form.ts';
import { companyQueries } from './company-actions.tsx';
import type { CompanyFile } from './company-texts.ts';

/** Values that only operators can change. */
type FlagValues = {
  accepts_leads: boolean;
  has_edenred_card: boolean;
  is_recommended: boolean;
  crm_customer_id: string;
};

const flagsSchema: v.GenericSchema<FlagValues> = v.object({
  accepts_leads: v.boolean(),
  has_edenred_card: v.boolean(),
  is_recommended: v.boolean(),
  crm_customer_id: v.pipe(v.string(), v.transform(normaliseLine), v.maxLength(64)),
});

const toEditedFlags = (company: CompanyFile): EditedRecord<FlagValues> => ({
  rev: company.rev,
  values: {
    accepts_leads: company.accepts_leads,
    has_edenred_card: company.has_card,
    is_recommended: company.is_recommended,
    crm_customer_id: company.crm_customer_id ?? '',
  },
});

/** Flags of a company: leads, card, recommendation, and its number in the sales system. */
export function CompanyFlags({ company, canEdit }: { company: CompanyFile; canEdit: boolean }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const params = { id: company.id };
  const { mutateAsync } = useOperatorAction(companyCalls.setCompanyFlags, {
    refetches: companyQueries,
  });
  const fieldNames: Record<keyof FlagValues, string> = {
    accepts_leads: t`Gets leads`,
    has_edenred_card: t`May have a club card`,
    is_recommended: t`Recommended`,
    crm_customer_id: t`Number in the sales system`,
  };
  const valueText = (_field: string, value: string | boolean) =>
    typeof value === 'string' ? value : value ? t`Yes` : t`No`;
  if (!canEdit) {
    const items = Object.entries(toEditedFlags(company).values).map(([field, value]) => ({
      term: fieldNames[field as keyof FlagValues],
      detail: valueText(field, value) || '–',
    }));
    return (
      <div className="max-w-[48rem] rounded-card bg-surface-raised p-4 card-rise">
        <DetailList items={items} />
      </div>
    );
  }
  return (
    <div className="max-w-[48rem] rounded-card bg-surface-raised p-4 card-rise">
      <RecordForm<FlagValues>
        label={t`Flags`}
        subject="company"
        draftId={{ kind: 'company_flags', record: company.id }}
        record={toEditedFlags(company)}
        schema={flagsSchema}
        fieldNames={fieldNames}
        valueText={valueText}
        question={t`Change the flags of ${company.name}?`}
        save={({ crm_customer_id: number, ...flags }, rev, why) => {
          const crm = number === undefined ? {} : { crm_customer_id: number.trim() || null };
          return mutateAsync({ params, body: { ...flags, ...crm, rev, why } });
        }}
        refetch={async () => {
          const newestCompany = await callOperator(companyCalls.readCompanyFile, { params });
          client.setQueryData([companyCalls.readCompanyFile.id, { params }], newestCompany);
          return toEditedFlags(newestCompany);
        }}
      >
        {({ register, formState }) => (
          <>
            <CheckboxField label={fieldNames.accepts_leads} {...register('accepts_leads')} />
            <CheckboxField label={fieldNames.has_edenred_card} {...register('has_edenred_card')} />
            <CheckboxField label={fieldNames.is_recommended} {...register('is_recommended')} />
            <TextField
              label={fieldNames.crm_customer_id}
              autoComplete="off"
              error={formState.errors.crm_customer_id && t`Use fewer characters.`}
              {...register('crm_customer_id')}
            />
          </>
        )}
      </RecordForm>
    </div>
  );
}
