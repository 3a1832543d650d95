import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import * as v from 'valibot';
import { addressForm, CHECKOUT_DEBOUNCE_MS, companyAddressForm } from '#schemas/checkout.ts';
import { isAddressComplete } from '#schemas/checkout-rules.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { AddressFields } from '#src/features/_shared/address/address-fields.tsx';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { paths } from '#src/app/paths.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useGo } from '#src/app/use-go.ts';
import { CheckoutPage, FormPage } from './checkout-page.tsx';
import type { AddressDraft } from './checkout-state.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/** A personal address may have any company name. */
const personalAddressForm = v.object({ ...addressForm.entries, company_name: v.string() });

/**
 * `/checkout/address`: the delivery address (spec 2 §2). Saved on this device until the order is
 * placed.
 */
export function AddressScreen() {
  const { t } = useLingui();
  const checkout = useCheckout();
  if (checkout) return <AddressForm checkout={checkout} />;
  return (
    <CheckoutPage title={t`Edit address`} step={1}>
      {undefined}
    </CheckoutPage>
  );
}

function AddressForm({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const { state, change, draft, items } = checkout;
  const isCompany = draft.delivery === deliveryTypes.company;
  const { company_name, street, house_number, city, postal_code, country } = draft;
  const form = useForm<AddressDraft>({
    resolver: formResolver<AddressDraft, AddressDraft>(
      isCompany ? companyAddressForm : personalAddressForm,
    ),
    defaultValues: { company_name, street, house_number, city, postal_code, country },
    mode: 'onChange',
    delayError: CHECKOUT_DEBOUNCE_MS,
    shouldFocusError: false,
  });
  const [isComplete] = useState(() => isAddressComplete(draft, draft.delivery));
  const save = (address: AddressDraft) => {
    const addressChange = isCompany ? { companyAddress: address } : { personalAddress: address };
    change({ ...addressChange, refused: null });
    go(paths.checkout(), { replace: true, done: true });
  };
  const isRegionRejected = state.refused === 'phone_region_mismatch';
  // If the user selects another country, the rejection is hidden, because only the server can tell whether it accepts
  // that country.
  const isRejectedRegionUnchanged = isRegionRejected && !form.formState.dirtyFields.country;
  const countryRejection = isRejectedRegionUnchanged
    ? errorMessage({ code: 'phone_region_mismatch' })
    : undefined;
  return (
    <FormPage
      title={isComplete ? t`Edit address` : t`Add address`}
      rejectionCode={state.refused === 'address_incomplete' ? state.refused : null}
      isFieldRejected={isRegionRejected}
      isEdited={form.formState.isDirty}
      onSubmit={submitHandler(form, save)}
    >
      {items.some(({ type }) => productKindOf(type) === 'card') && <CardNotice />}
      {isCompany && (
        <TextField
          label={t`Company name`}
          autoComplete="organization"
          error={form.formState.errors.company_name && t`Enter the company’s name.`}
          {...form.register('company_name')}
        />
      )}
      <FormProvider {...form}>
        <AddressFields
          rejectionOf={(part) => (part === 'country' ? countryRejection : undefined)}
        />
      </FormProvider>
    </FormPage>
  );
}

/** Explains where cards are sent (spec 2 §2). */
function CardNotice() {
  return (
    <Banner tone="info" title={<Trans>Delivery address</Trans>}>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        <li>
          <Trans>We’ll post the card to this address.</Trans>
        </li>
        <li>
          <Trans>Someone needs to be there to receive it.</Trans>
        </li>
        <li>
          <Trans>When it arrives, register the card number in the app.</Trans>
        </li>
      </ul>
    </Banner>
  );
}
