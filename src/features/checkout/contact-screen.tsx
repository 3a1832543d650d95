import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Controller, type Resolver, useForm } from 'react-hook-form';
import * as v from 'valibot';
import { validateContactPhone } from '#schemas/checkout-rules.ts';
import { CHECKOUT_DEBOUNCE_MS, type ContactForm, contactForm } from '#schemas/checkout.ts';
import type { ParsePhone } from '#schemas/phone.ts';
import { displayEmail } from '#schemas/display-email.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { formResolver, submitHandler } from '#src/ui/fields/form-resolver.ts';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckoutPage, FormPage } from './checkout-page.tsx';
import { profileContact } from './checkout-state.ts';
import { type Checkout, useCheckout } from './use-checkout.ts';

/**
 * `/checkout/contact`: the recipient (spec 2 §2). Saved on this device until the order is placed.
 */
export function ContactScreen() {
  const { t } = useLingui();
  const checkout = useCheckout();
  if (checkout) return <ContactForm checkout={checkout} />;
  return (
    <CheckoutPage title={t`Edit contact details`} step={1}>
      {undefined}
    </CheckoutPage>
  );
}

/** The phone rules are large, so load them on the first validation. */
const contactResolver: Resolver<ContactForm> = async (values, context, options) => {
  const parse = await loadPhoneParser().catch(() => null);
  return formResolver(createContactForm(parse))(values, context, options);
};

function ContactForm({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui();
  const go = useGo();
  const { state, change, customer, draft } = checkout;
  const contact = state.contact ?? profileContact(customer);
  const form = useForm<ContactForm>({
    resolver: contactResolver,
    defaultValues: { ...contact, email: displayEmail(contact.email) },
    mode: 'onChange',
    delayError: CHECKOUT_DEBOUNCE_MS,
    shouldFocusError: false,
  });
  const [isComplete] = useState(() => v.is(contactForm, draft));
  const { register, formState } = form;
  const { errors } = formState;
  const isRejected = state.refused === 'invalid_phone';
  const save = (values: ContactForm) => {
    change({ contact: values, refused: null });
    go(paths.checkout(), { replace: true, done: true });
  };
  return (
    <FormPage
      title={isComplete ? t`Edit contact details` : t`Add contact details`}
      isEdited={formState.isDirty}
      isFieldRejected={isRejected}
      onSubmit={submitHandler(form, save)}
    >
      <TextField
        label={t`First name`}
        autoComplete="given-name"
        error={errors.name && t`Enter the first name, up to 80 characters.`}
        {...register('name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="family-name"
        error={errors.surname && t`Enter the last name, up to 80 characters.`}
        {...register('surname')}
      />
      <ContactPhone form={form} isRejected={isRejected} />
      <TextField
        label={t`Email address`}
        optionalLabel={t`optional`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email && t`Enter an email address, such as name@example.com.`}
        {...register('email')}
      />
    </FormPage>
  );
}

interface PhoneProps {
  form: ReturnType<typeof useForm<ContactForm>>;
  /** True if the server rejected the initial number. */
  isRejected: boolean;
}

function ContactPhone({ form, isRejected }: PhoneProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const countries = useCountries();
  const { control, register, formState, trigger } = form;
  const { errors, dirtyFields } = formState;
  const isRejectedPhoneUnchanged =
    isRejected && !dirtyFields.phone_number && !dirtyFields.phone_region;
  const rejection = isRejectedPhoneUnchanged ? errorMessage({ code: 'invalid_phone' }) : undefined;
  return (
    <Controller
      name="phone_region"
      control={control}
      render={({ field }) => (
        <PhoneField
          label={t`Phone number`}
          countryLabel={t`Country code`}
          countries={countries}
          country={field.value}
          onCountryChange={(country) => {
            field.onChange(country);
            // The country decides whether the number is valid.
            void trigger('phone_number');
          }}
          error={errors.phone_number ? t`Enter a phone number from that country.` : rejection}
          {...register('phone_number')}
        />
      )}
    />
  );
}

/**
 * Contact form that validates the phone number by its country (spec 2 §5). Test numbers pass, because only the
 * server's configuration lists them.
 * @param parse null if the phone rules can't be loaded; then only the server validates
 */
export function createContactForm(parse: ParsePhone | null) {
  return v.pipe(
    contactForm,
    v.forward(
      v.partialCheck(
        [['phone_region'], ['phone_number']],
        (contact) =>
          parse === null || validateContactPhone(contact, parse, { hasTestDevices: true }).ok,
        'phone_invalid',
      ),
      ['phone_number'],
    ),
  );
}
