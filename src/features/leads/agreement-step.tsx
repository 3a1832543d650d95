import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { FormProvider, useController, useForm, useFormContext } from 'react-hook-form';
import * as v from 'valibot';
import { latestSelectableDay } from '#schemas/calendar-day.ts';
import {
  type AgreementItem,
  agreementItems,
  lacksStreetNumber,
  agreementItem,
  MIN_AGREEMENT_ITEMS,
  type LeadAddress,
} from '#schemas/lead-edit.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { day, typedText } from '#schemas/primitives.ts';
import type { CustomerInfo } from '#schemas/project-lead.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useIdentity } from '#src/data/account/use-session.ts';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { AddressEntry } from '#src/features/_shared/address/address-fields.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { CheckboxCards } from '#src/ui/fields/choice-cards.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { useLeadLabels } from './lead-labels.ts';
import { leadDraft, type LeadDraft, whenRejected } from './queries.ts';
import { useDateBounds } from '../_shared/dates/date-section.tsx';

interface AgreementStepProps {
  lead: LeadDocument;
  /** Id of the form; its submit button is in the page's footer. */
  formId: string;
  onSubmitting: (isSubmitting: boolean) => void;
}

/** Turns a contacted lead into a project. Saves the input as a draft until then. */
export function AgreementStep(props: AgreementStepProps) {
  const { uuid } = props.lead;
  const draft = useLiveQuery((account) => leadDraft(account, uuid), [uuid]);
  // The draft only provides the initial values, so load it before rendering the form.
  if (draft === undefined) return null;
  return <AgreementForm key={uuid} draft={draft} {...props} />;
}

/**
 * Returns a function that shows a toast about the new project. The toast disappears if the server rejects the project.
 */
function useCreatedToast(leadId: string): () => void {
  const { t } = useLingui();
  const account = useAccount();
  return () =>
    void showToast({
      tone: 'good',
      message: t`Project created`,
      subject: leadId,
      timeoutMs: 5000,
      until: whenRejected(account, leadId),
    });
}

function AgreementForm(props: AgreementStepProps & { draft: LeadDraft | null }) {
  const { lead, formId, onSubmitting, draft } = props;
  const { t } = useLingui();
  const labels = useLeadLabels();
  const errorMessage = useErrorMessage();
  const account = useAccount();
  const go = useGo();
  const { today, lastDay, lastDayText } = useDateBounds();
  const [failure, setFailure] = useState<unknown>(null);
  const showCreatedToast = useCreatedToast(lead.uuid);
  const { customer_info: customer, expected_installation_date: date, uuid } = lead;
  const form = useForm({
    resolver: formResolver(agreementForm(customer, today)),
    defaultValues: initialAgreement(customer, date, draft),
    shouldFocusError: false,
  });
  const { register, control, formState, subscribe } = form;
  const checklist = useController({ control, name: 'checklist' });
  const { errors } = formState;
  const [draftWriter] = useState(() =>
    createDraftWriter(
      (newDraft: LeadDraft) => account.leadDrafts.saveDraft(uuid, newDraft),
      setFailure,
    ),
  );
  useEffect(() => {
    const saveEntry = ({ values }: { values: AgreementEntry }) => draftWriter.save(toDraft(values));
    return subscribe({ formState: { values: true }, callback: saveEntry });
  }, [subscribe, draftWriter]);

  const submit = submitHandler(form, async (enteredAddress) => {
    onSubmitting(true);
    setFailure(null);
    try {
      await draftWriter.settle();
      const project = await account.leadCommands.agreeOnLead(
        uuid,
        toAgreement(enteredAddress, customer),
      );
      showCreatedToast();
      go(paths.project(project), { replace: true });
    } catch (error) {
      setFailure(error);
    } finally {
      onSubmitting(false);
    }
  });
  return (
    <Section title={t`Agreement`}>
      <form id={formId} noValidate data-saved-draft className="space-y-5" onSubmit={submit}>
        <p className="text-ink-soft">
          <Trans>
            Tick what’s done and enter the date. The lead becomes a project, and you can start
            scanning.
          </Trans>
        </p>
        <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
        <CheckboxCards
          legend={t`What’s done`}
          hint={t`At least two of the three.`}
          error={errors.checklist && t`Tick at least two.`}
          options={agreementItems.map((item) => ({ value: item, title: labels.item(item) }))}
          values={checklist.field.value}
          onValuesChange={(values) => checklist.field.onChange(values as AgreementItem[])}
        />
        <TextField
          type="date"
          label={t`Installation date`}
          min={today}
          max={lastDay}
          error={errors.installationDate && t`Choose a day from today to ${lastDayText}.`}
          {...register('installationDate')}
        />
        <FormProvider {...form}>
          <AgreementAddress customer={customer} />
        </FormProvider>
        <p className="text-small text-ink-soft">
          <Trans>Your entries stay on this phone until the project is created.</Trans>
        </p>
      </form>
    </Section>
  );
}

/** Address of the installation. Asks for the street again if the customer omitted the number. */
function AgreementAddress({ customer }: { customer: CustomerInfo }) {
  const { t } = useLingui();
  const region = useIdentity()?.region;
  const form = useFormContext<AgreementEntry>();
  const { StreetHouseNumber: street } = customer;
  const missingNumberHint =
    street === ''
      ? t`The customer didn’t give a street.`
      : t`The customer wrote “${street}”, without a number.`;

  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 font-semibold">
        <Trans>Installation address</Trans>
      </legend>
      <AddressEntry
        form={form}
        names={{ street: 'street_name', postalCode: 'postal_code', city: 'city' }}
        region={region}
        streetHint={lacksStreetNumber(customer) && missingNumberHint}
        isCityOptional
        isOwnAddress={false}
      />
    </fieldset>
  );
}

// The agreement step's form, draft and command (spec 1 §5).

/** Address of the roof. It's required if the customer's street has no number, and otherwise optional. */
const requiredAddress = {
  street_name: typedText(160, 1),
  postal_code: typedText(16, 1),
  city: typedText(80),
};
const optionalAddress = {
  street_name: typedText(160),
  postal_code: typedText(16),
  city: typedText(80),
};

/**
 * The form's schema.
 * @param today the first day allowed, such as `2026-05-04`
 */
export function agreementForm(customer: CustomerInfo, today: string) {
  return v.object({
    checklist: v.pipe(v.array(agreementItem), v.minLength(MIN_AGREEMENT_ITEMS)),
    installationDate: v.pipe(
      day,
      v.check((date) => date >= today && date <= latestSelectableDay(today)),
    ),
    ...(lacksStreetNumber(customer) ? requiredAddress : optionalAddress),
  });
}
export type AgreementEntry = v.InferInput<ReturnType<typeof agreementForm>>;

/** Returns the form's initial values: the draft if there is one, otherwise the lead's data. */
export function initialAgreement(
  customer: CustomerInfo,
  date: string | null,
  draft: LeadDraft | null,
): AgreementEntry {
  const savedAddress = knownAddress(customer);
  return {
    checklist: [...(draft?.checklist ?? [])],
    installationDate: draft?.installationDate ?? date ?? '',
    ...(draft?.location ?? {
      ...savedAddress,
      // Ask again for a street without a number, or the address would stay incomplete.
      street_name: lacksStreetNumber(customer) ? '' : savedAddress.street_name,
    }),
  };
}

/** The draft to save until the step is done. */
export function toDraft(entry: AgreementEntry): LeadDraft {
  const { checklist, installationDate } = entry;
  return {
    checklist,
    installationDate: installationDate === '' ? null : installationDate,
    location: addressOf(entry),
  };
}

/** Returns the input of the command. It includes the address only if the address is required or was changed. */
export function toAgreement(entry: AgreementEntry, customer: CustomerInfo) {
  const { checklist, installationDate } = entry;
  const address = addressOf(entry);
  const isAddressChanged =
    lacksStreetNumber(customer) || !isSameAddress(address, knownAddress(customer));
  return { checklist, installationDate, ...(isAddressChanged && { address }) };
}

function knownAddress({ StreetHouseNumber, PostalCode, City }: CustomerInfo): LeadAddress {
  return { street_name: StreetHouseNumber, postal_code: PostalCode, city: City };
}

function addressOf({ street_name, postal_code, city }: AgreementEntry): LeadAddress {
  return { street_name, postal_code, city };
}

function isSameAddress(a: LeadAddress, b: LeadAddress): boolean {
  return a.street_name === b.street_name && a.postal_code === b.postal_code && a.city === b.city;
}
