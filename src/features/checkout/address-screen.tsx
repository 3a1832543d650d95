import { Trans, useLingui } from '@lingui/react/macro';
import { Controller, useForm } from 'react-hook-form';
import * as v from 'valibot';
import { addressForm, CHECKOUT_DEBOUNCE_MS, companyAddressForm } from '#schemas/checkout.ts';
import { deliveryTypes } from '#schemas/delivery.ts';
import { kindOf } from '#schemas/vendors.ts';
import { useErrorWords } from '#src/data/words/error-words.ts';
import type { PickedAddress } from '#src/features/address/address-choices.ts';
import { AddressField } from '#src/features/address/address-field.tsx';
import { judgedBy, submitting } from '#src/features/editing/judged-form.ts';
import { useCountries } from '#src/data/words/use-countries.ts';
import { paths } from '#src/paths.ts';
import { Banner } from '#src/ui/banner.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { useGo } from '#src/use-go.ts';
import { CheckoutPage } from './checkout-page.tsx';
import type { AddressDraft } from './checkout-state.ts';
import { FormPage } from './form-page.tsx';
import { type Checkout, useCheckout } from './use-checkout.ts';

/** Where it does not go to the company, its name is left as it is. */
const addressWithName = v.object({ ...addressForm.entries, company_name: v.string() });

/** `/checkout/address`: where it is brought (spec 2 §2). Kept on this device until the order is placed. */
export function AddressScreen() {
  const { t } = useLingui();
  const checkout = useCheckout();
  if (checkout) return <AddressForm checkout={checkout} />;
  return (
    <CheckoutPage title={t`Address`} step={1}>
      {undefined}
    </CheckoutPage>
  );
}

function AddressForm({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const go = useGo();
  const { state, change, draft, items } = checkout;
  const isCompany = draft.delivery === deliveryTypes.company;
  const { company_name, street, house_number, city, postal_code, country } = draft;
  const form = useForm<AddressDraft>({
    resolver: judgedBy<AddressDraft, AddressDraft>(
      isCompany ? companyAddressForm : addressWithName,
    ),
    defaultValues: { company_name, street, house_number, city, postal_code, country },
    mode: 'onChange',
    delayError: CHECKOUT_DEBOUNCE_MS,
    shouldFocusError: false,
  });
  const save = (address: AddressDraft) => {
    const changed = isCompany ? { companyAddress: address } : { personalAddress: address };
    change({ ...changed, refused: null });
    go(paths.checkout(), { replace: true, done: true });
  };
  const isOfCountry = state.refused === 'phone_region_mismatch';
  return (
    <FormPage
      title={t`Address`}
      refused={state.refused === 'address_incomplete' ? state.refused : null}
      isRefused={isOfCountry}
      isEdited={form.formState.isDirty}
      onSubmit={submitting(form, save)}
    >
      {items.some(({ type }) => kindOf(type) === 'card') && <CardNotice />}
      {isCompany && (
        <TextField
          label={t`Company name`}
          autoComplete="organization"
          error={form.formState.errors.company_name && t`Enter the company's name.`}
          {...form.register('company_name')}
        />
      )}
      <PlaceFields form={form} isCountryRefused={isOfCountry} />
    </FormPage>
  );
}

interface PlaceFieldsProps {
  form: ReturnType<typeof useForm<AddressDraft>>;
  /** Whether the server would not take the country that the form begins with. */
  isCountryRefused: boolean;
}

function PlaceFields({ form, isCountryRefused }: PlaceFieldsProps) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const countries = useCountries();
  const { register, control, setValue, watch } = form;
  const { errors, dirtyFields } = form.formState;
  const isAsRefused = isCountryRefused && !dirtyFields.country;
  const fill = (place: PickedAddress) => {
    const put = { shouldDirty: true, shouldValidate: true } as const;
    setValue('street', place.street_name, put);
    // What the place does not know stays as it was typed.
    if (place.house_number !== '') setValue('house_number', place.house_number, put);
    if (place.postal_code !== '') setValue('postal_code', place.postal_code, put);
    if (place.city !== '') setValue('city', place.city, put);
  };
  return (
    <>
      <Controller
        name="street"
        control={control}
        render={({ field }) => (
          <AddressField
            label={t`Street`}
            name={field.name}
            region={watch('country')}
            value={field.value}
            onValueChange={field.onChange}
            onPick={fill}
            error={errors.street && t`Enter the street, up to 160 characters.`}
          />
        )}
      />
      <TextField
        label={t`House number`}
        autoComplete="off"
        error={errors.house_number && t`Enter the house number, up to 20 characters.`}
        {...register('house_number')}
      />
      <TextField
        label={t`Postal code`}
        autoComplete="postal-code"
        error={errors.postal_code && t`Enter the postal code, up to 16 characters.`}
        {...register('postal_code')}
      />
      <TextField
        label={t`City`}
        autoComplete="address-level2"
        error={errors.city && t`Enter the city, up to 80 characters.`}
        {...register('city')}
      />
      <SelectField
        label={t`Country`}
        autoComplete="country"
        options={countries.map(({ id, name }) => ({ value: id, label: name }))}
        error={isAsRefused && errorWords({ code: 'phone_region_mismatch' })}
        {...register('country')}
      />
    </>
  );
}

/** What one should know of where a card is sent (spec 2 §2). */
function CardNotice() {
  return (
    <Banner tone="info" title={<Trans>Where the card is sent</Trans>}>
      <ul className="mt-1 list-disc space-y-1 ps-5">
        <li>
          <Trans>The card is sent by post to this address.</Trans>
        </li>
        <li>
          <Trans>Somebody has to be there to take it: it is handed over in person.</Trans>
        </li>
        <li>
          <Trans>When it has come, register its serial number in the app.</Trans>
        </li>
      </ul>
    </Banner>
  );
}
