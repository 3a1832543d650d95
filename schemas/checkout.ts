import * as v from 'valibot';
import { deliveryType } from './delivery.ts';
import { MAX_TYPED_PHONE } from './phone.ts';
import { text, typedText } from './primitives.ts';
import { regionCode } from './regions.ts';
import { emailAddress } from './email.ts';
import { optionalEmail } from './optional-email.ts';

/** Stands for the street of what is not delivered anywhere (spec 2 §5). */
export const DIGITAL_STREET = 'REDACTED';

/** A phone number as it is typed; `checkout-rules.ts` reads it as every other one, and says what is wrong with it. */
const typedPhone = typedText(MAX_TYPED_PHONE, 1);

/** Checking waits until typing has paused for so long (spec 2 §5). */
export const CHECKOUT_DEBOUNCE_MS = 200;

/** Who receives it: the contact form. Of an e-mail address that was left empty, nothing is sent. */
export const checkoutContactEntries = {
  name: typedText(80, 1),
  surname: typedText(80, 1),
  phone_region: regionCode,
  /** As typed, in the form of that country; `checkout-rules.ts` checks it. */
  phone_number: typedPhone,
};
export const contactForm = v.object({
  ...checkoutContactEntries,
  email: optionalEmail,
});
export type ContactForm = v.InferOutput<typeof contactForm>;

/** Where to: the address form. A company's name is asked for company delivery alone. */
const addressEntries = {
  street: typedText(160, 1),
  house_number: typedText(20, 1),
  city: typedText(80, 1),
  postal_code: typedText(16, 1),
  country: regionCode,
};
export const addressForm = v.object(addressEntries);
export const companyAddressForm = v.object({
  company_name: typedText(160, 1),
  ...addressEntries,
});
export type AddressForm = v.InferOutput<typeof addressForm>;
export type CompanyAddressForm = v.InferOutput<typeof companyAddressForm>;

/** The customer of an order as it is sent (spec 2 §3): what is empty is left out. */
export const checkoutCustomer = v.object({
  ...checkoutContactEntries,
  email: v.optional(emailAddress),
  ...v.partial(companyAddressForm).entries,
});
export type CheckoutCustomer = v.InferOutput<typeof checkoutCustomer>;

/**
 * What of a checkout is kept on the device until it is done, as far as it is filled (spec 1 §3, "Local
 * stores"): text as it stands in the fields.
 */
export const checkoutDraft = v.object({
  delivery: deliveryType,
  name: text(80),
  surname: text(80),
  phone_region: regionCode,
  phone_number: text(MAX_TYPED_PHONE),
  email: text(254),
  company_name: text(160),
  street: text(160),
  house_number: text(20),
  city: text(80),
  postal_code: text(16),
  country: regionCode,
});
export type CheckoutDraft = v.InferOutput<typeof checkoutDraft>;
