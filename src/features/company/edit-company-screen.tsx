import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm, type UseFormReturn, useWatch, type FieldError } from 'react-hook-form';
import {
  requirements,
  taxFields,
  findCompanyType,
  isTaxFieldRequired,
  type TaxField,
  MIN_TAX_NUMBER,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { Company } from '#schemas/installer.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { errorAt } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { AddressEntry } from '#src/features/_shared/address/address-fields.tsx';
import { EditPage } from '#src/features/_shared/editing/edit-page.tsx';
import { useFormDraft } from '#src/features/_shared/editing/form-draft.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { FieldGrid } from '#src/ui/fields/field-grid.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { useCompanyActions } from './actions.ts';
import {
  toCompanyForm,
  companyFormSchema,
  type CompanyForm,
  toCompanyChanges,
  toCompanyTypeChanges,
  type CompanyProblem,
} from './company-form.ts';
import { useRegionalSettings } from '#src/data/account/use-regional-settings.ts';

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
  const saveRequest = useSaveCompany(company);
  const form = useForm<CompanyForm>({
    resolver: formResolver(companyFormSchema(settings, company)),
    defaultValues: toCompanyForm(company),
    shouldFocusError: false,
  });
  const draft = useFormDraft(form, 'company');
  return (
    <EditPage
      title={<Trans>Edit company</Trans>}
      offlineReason={t`You’re offline. Connect to edit your company.`}
      isEdited={form.formState.isDirty}
      draft={draft}
      saveRequest={saveRequest}
      showsErrorAtField={errorAt(saveRequest.failure, ...taxFields) !== null}
      onSubmit={submitHandler(form, (values) => saveRequest.run(values))}
    >
      <AddressFields form={form} region={settings.region} />
      <NumberFields form={form} settings={settings} failure={saveRequest.failure} />
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
        error={
          formState.errors.name?.message === 'required'
            ? t`Enter the company’s name.`
            : problemText(formState.errors.name)
        }
        {...register('name')}
      />
      <AddressEntry
        form={form}
        names={{ street: 'address', postalCode: 'postal_code', city: 'city' }}
        region={region}
        errorText={problemText}
      />
    </FieldGrid>
  );
}

/** Saves the company details, then its type, and opens the company. */
function useSaveCompany(currentCompany: Company) {
  const { t } = useLingui();
  // Fields that the user leaves unchanged aren't sent, even if someone else changes them in the meantime.
  const [company] = useState(currentCompany);
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
        message: t`Company details saved`,
        subject: 'company',
        tone: 'good',
        timeoutMs: 5000,
      });
    }
    go(paths.company(), { replace: true, done: true });
  });
}

interface CompanyTypeFieldsProps {
  form: UseFormReturn<CompanyForm>;
  settings: RegionalSettings;
}

/** Company type with its acceptances. Choosing another type resets them (spec 1 §4). */
function CompanyTypeFields({ form, settings }: CompanyTypeFieldsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const problemText = useCompanyProblemText();
  const { control, setValue, formState } = form;
  const selectedId = useWatch({ control, name: 'company_type' });
  const type = findCompanyType(settings, selectedId === '' ? null : Number(selectedId));

  const selectType = (id: string) => {
    if (id === selectedId) return;
    setValue('company_type', id, { shouldDirty: true, shouldValidate: formState.isSubmitted });
    setValue('disclaimer_accepted', false);
    setValue('declaration_accepted', false);
  };
  return (
    <div className="space-y-4">
      <RadioCards
        legend={t`Company type`}
        name="company_type"
        value={selectedId}
        onValueChange={selectType}
        error={problemText(formState.errors.company_type)}
        options={settings.company_types.map(({ id, name_translated: name }) => ({
          value: String(id),
          title: textInLanguage(name, language),
        }))}
      />
      {type && (
        <div>
          <Acceptance
            form={form}
            field="disclaimer_accepted"
            state={type.disclaimer_state}
            text={type.disclaimer_translated}
          />
          <Acceptance
            form={form}
            field="declaration_accepted"
            state={type.declaration_state}
            text={type.declaration_translated}
          />
        </div>
      )}
    </div>
  );
}

interface AcceptanceProps {
  form: UseFormReturn<CompanyForm>;
  field: 'disclaimer_accepted' | 'declaration_accepted';
  state: number;
  text: TranslatedText;
}

/** Acceptance checkbox; null if the region has disabled it. */
function Acceptance({ form, field, state, text }: AcceptanceProps) {
  const { t } = useLingui();
  const language = useLanguage();
  if (state === requirements.disabled) return null;
  return (
    <CheckboxField
      label={textInLanguage(text, language)}
      error={form.formState.errors[field] && t`Tick the box to continue.`}
      {...form.register(field)}
    />
  );
}

interface NumberFieldsProps {
  form: UseFormReturn<CompanyForm>;
  settings: RegionalSettings;
  /** The server's error, if any. */
  failure: unknown;
}

/** Tax numbers, labelled with their names in the country (spec 1 §5). */
function NumberFields({ form, settings, failure }: NumberFieldsProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const { register, formState } = form;
  const problemText = useCompanyProblemText();
  const errorText = useErrorMessage();
  const serverError = (name: TaxField) => {
    const failureAtField = errorAt(failure, name);
    return failureAtField === null ? undefined : errorText(failureAtField);
  };

  const renderField = (name: TaxField, label: string) => (
    <TextField
      label={label}
      optionalLabel={isTaxFieldRequired(settings, name) ? undefined : t`optional`}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      error={problemText(formState.errors[name]) ?? serverError(name)}
      {...register(name)}
    />
  );
  return (
    <FieldGrid>
      {renderField('registration_number', textInLanguage(settings.company_id_field, language))}
      {renderField('registration_number_2', textInLanguage(settings.vat_field, language))}
    </FieldGrid>
  );
}

/** Returns a function that translates a validation error; undefined if the field is valid. */
function useCompanyProblemText(): (error: FieldError | undefined) => string | undefined {
  const { t } = useLingui();
  const errorText = useErrorMessage();
  const labels: Record<CompanyProblem, string> = {
    required: t`This field can’t be empty.`,
    too_short: t`Enter at least ${MIN_TAX_NUMBER} characters.`,
    too_long: t`Use fewer characters.`,
    unprintable: errorText({ code: 'characters_unprintable' }),
  };
  return (error) => {
    if (error === undefined) return undefined;
    const { message = '' } = error;
    return Object.hasOwn(labels, message) ? labels[message as CompanyProblem] : labels.required;
  };
}
