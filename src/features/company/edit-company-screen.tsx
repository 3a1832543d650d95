import { Trans, useLingui } from '@lingui/react/macro';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { requirements, taxFields } from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { Company } from '#schemas/installer.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { errorAt } from '#src/data/text/error-code.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { formResolver, submitHandler } from '#src/features/_shared/editing/form-resolver.ts';
import { Page } from '#src/ui/layout/page.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import {
  toCompanyForm,
  companyFormSchema,
  type CompanyForm,
  toCompanyChanges,
  toCompanyTypeChanges,
} from './company-form.ts';
import { CompanyTypeFields } from './company-type-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { useRegionalSettings } from './queries.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { AddressEntry } from '#src/features/_shared/address/address-entry.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useCompanyProblemText } from './use-company-problem-text.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useCompanyActions } from './actions.ts';

/** `/company/edit`: lets owners edit their company; needs a connection. */
export function EditCompanyScreen() {
  const { t } = useLingui();
  const company = useSingleton('self')?.company;
  const settings = useRegionalSettings();
  usePageTitle(t`Edit company`);
  if (company && settings) return <EditCompany company={company} settings={settings} />;
  return (
    <Page title={<Trans>Edit company</Trans>}>
      <Skeleton label={t`Loading your company`}>
        <SkeletonCard lines={5} />
      </Skeleton>
    </Page>
  );
}

interface EditCompanyProps {
  company: Company;
  settings: RegionalSettings;
}

function EditCompany({ company, settings }: EditCompanyProps) {
  const { t } = useLingui();
  const saving = useSaveCompany(company);
  const form = useForm<CompanyForm>({
    resolver: formResolver(companyFormSchema(settings, company)),
    defaultValues: toCompanyForm(company),
    shouldFocusError: false,
  });
  return (
    <EditPage
      title={<Trans>Edit company</Trans>}
      offlineReason={t`You are offline. Your company is changed online.`}
      isEdited={form.formState.isDirty}
      saving={saving}
      isToldAtField={errorAt(saving.failure, ...taxFields) !== null}
      onSubmit={submitHandler(form, (values) => saving.run(values))}
    >
      <AddressFields form={form} region={settings.region} />
      <NumberFields form={form} settings={settings} failure={saving.failure} />
      {settings.company_type_state !== requirements.disabled && (
        <CompanyTypeFields form={form} settings={settings} />
      )}
    </EditPage>
  );
}

interface AddressFieldsProps {
  form: UseFormReturn<CompanyForm>;
  /** Country in which addresses are suggested. */
  region: RegionCode;
}

/** Name and address of the company. */
function AddressFields({ form, region }: AddressFieldsProps) {
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

/**
 * Saves the changes, details before type, and opens the company. If only the type fails, the
 * details are not sent again.
 */
function useSaveCompany(company: Company) {
  const { t } = useLingui();
  const { update, chooseType } = useCompanyActions();
  const go = useGo();
  return useRequest(async (form: CompanyForm) => {
    const changes = toCompanyChanges(company, form);
    const type = toCompanyTypeChanges(company, form);
    const hasChanges = Object.keys(changes).length > 0;
    if (hasChanges) await update(changes);
    if (type !== null) await chooseType(type);
    if (hasChanges || type !== null) {
      showToast({
        message: t`Your company is saved.`,
        subject: 'company',
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    go(paths.company(), { replace: true, done: true });
  });
}
