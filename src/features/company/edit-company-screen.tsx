import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
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
import { AddressFields } from './address-fields.tsx';
import { toCompanyForm, companyFormSchema, type CompanyForm } from './company-form.ts';
import { CompanyTypeFields } from './company-type-fields.tsx';
import { NumberFields } from './number-fields.tsx';
import { useRegionalSettings } from './queries.ts';
import { useSaveCompany } from './use-save-company.ts';

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
