import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { isEmail } from '#schemas/person-rules.ts';
import { isPostalCode } from '#schemas/postal-code.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useFormDraft } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionForm } from '#console/parts/action-form.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { useRegionField } from '#console/parts/region-field.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';

interface NewRequestProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Form for entering a homeowner’s request by hand. */
export function NewRequest({ isOpen, onClose }: NewRequestProps) {
  const { t } = useLingui();
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title={t`New request`}
      description={t`A homeowner who is looking for a company. They must have agreed that a company gets their data.`}
    >
      <RequestForm />
    </SideSheet>
  );
}

const emptyForm = {
  first_name: '',
  last_name: '',
  street: '',
  postal_code: '',
  city: '',
  phone: '',
  email: '',
  windows: '',
  service: '',
  message: '',
  wished_day: '',
  consent_day: '',
};
type Form = typeof emptyForm;

/** Typed values, as stored in a draft. */
const typedRequest = v.object({
  region: v.nullable(v.number()),
  form: v.object(v.entriesFromList(Object.keys(emptyForm) as (keyof Form)[], v.string())),
});

function RequestForm() {
  const { t } = useLingui();
  const router = useRouter();
  const askWhy = useAskWhy();
  const { region, field: regionField, ...regionState } = useRegionField('leads.edit');
  const [form, setForm] = useState(emptyForm);
  const [showErrors, setShowErrors] = useState(false);
  const draft = useFormDraft({
    ...{ kind: 'lead_request', record: 'new', schema: typedRequest },
    read: () => ({ region: regionState.chosenRegion, form }),
    restore: (values) => {
      regionState.restoreRegion(values.region);
      setForm(values.form);
    },
  });
  const action = useOperatorAction(leadCalls.createLeadRequest, {
    refetches: ['listLeadRequests', 'listAudit'],
    draft,
  });
  const problems = useProblems(form, region);
  const error = (name: keyof Form) => (showErrors ? problems[name] : undefined);
  const props = (name: keyof Form) => ({
    value: form[name],
    error: error(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: target.value })),
  });
  const create = async () => {
    setShowErrors(true);
    if (region === null || Object.values(problems).some(Boolean)) return;
    const why = await askWhy({ title: t`Record this request?`, confirmLabel: t`Record` });
    if (why === null) return;
    const request = {
      ...form,
      windows: form.windows === '' ? null : Number(form.windows),
      wished_day: form.wished_day || null,
      products: [],
      latitude: null,
      longitude: null,
    };
    const { id } = await action.mutateAsync({ body: { region, request, why } });
    showToast({ subject: 'leads', tone: 'good', message: t`The request was recorded.` });
    await router.navigate({ href: `/lead-requests/${id}`, ignoreBlocker: true });
  };
  const optionalProps = { optionalLabel: t`(optional)` };
  return (
    <ActionForm
      error={action.error}
      isBusy={action.isPending}
      submitLabel={<Trans>Record the request</Trans>}
      onSubmit={create}
      draft={draft}
    >
      {regionField(showErrors && region === null ? t`Choose a country.` : undefined)}
      <TextField label={t`First name`} {...optionalProps} {...props('first_name')} />
      <TextField label={t`Last name`} {...props('last_name')} />
      <TextField label={t`Street and number`} {...optionalProps} {...props('street')} />
      <TextField label={t`Postal code`} {...props('postal_code')} />
      <TextField label={t`Town`} {...props('city')} />
      <TextField label={t`Phone`} type="tel" {...props('phone')} />
      <TextField label={t`Email address`} type="email" {...optionalProps} {...props('email')} />
      <TextField
        label={t`Number of windows`}
        inputMode="numeric"
        {...optionalProps}
        {...props('windows')}
      />
      <TextField
        label={t`Requested`}
        hint={t`A visit, for example.`}
        {...optionalProps}
        {...props('service')}
      />
      <TextField
        label={t`Preferred date`}
        type="date"
        {...optionalProps}
        {...props('wished_day')}
      />
      <TextAreaField
        label={t`Message to the company`}
        maxLength={4000}
        {...optionalProps}
        {...props('message')}
      />
      <TextField label={t`Consent given on`} type="date" {...props('consent_day')} />
    </ActionForm>
  );
}

/** Validation problems by field. The server also validates the phone number and the days. */
function useProblems(form: Form, region: RegionId | null): Partial<Record<keyof Form, string>> {
  const { t } = useLingui();
  const isCode = region === null || isPostalCode(form.postal_code, regionCodeOf(region));
  const hasContact = form.phone.trim() !== '' || form.email.trim() !== '';
  const problems = {
    last_name: form.last_name.trim() === '' && t`Enter a name.`,
    city: form.city.trim() === '' && t`Enter a town.`,
    postal_code: !isCode && t`Enter a postal code that is valid in the country.`,
    phone: !hasContact && t`Enter a phone number or an email address.`,
    email: form.email.trim() !== '' && !isEmail(form.email) && t`Enter an email address.`,
    windows: !/^\d{0,3}$/.test(form.windows) && t`Enter a number up to 999.`,
    consent_day: form.consent_day === '' && t`Enter the day.`,
  };
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== false));
}
