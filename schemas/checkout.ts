import * as v from 'valibot';
import { deliveryType } from './delivery.ts';
import { MAX_TYPED_PHONE } from './phone.ts';
import { text, typedText } from './primitives.ts';
import { regionCode } from './regions.ts';
import { emailAddress } from './email.ts';
import { optionalEmail } from './optional-email.ts';

/** Placeholder street for digital products (spec 2 §5). */
export const DIGITAL_STREET = 'REDACTED';

/** Phone number as typed; `checkout-rules.ts` parses and validates it. */
const typedPhone = typedText(MAX_TYPED_PHONE, 1);

/** Typing pause before validation, in ms (spec 2 §5). */
export const CHECKOUT_DEBOUNCE_MS = 200;

/** Contact details of the recipient, except for the email address, which is optional and isn't sent if empty. */
const checkoutContactEntries = {
  name: typedText(80, 1),
  surname: typedText(80, 1),
  phone_region: regionCode,
  /** As typed, in the country's format; `checkout-rules.ts` validates it. */
  phone_number: typedPhone,
};
export const contactForm = v.object({
  ...checkoutContactEntries,
  email: optionalEmail,
});
export type ContactForm = v.InferOutput<typeof contactForm>;

/** Address form. The company name is only needed for delivery to a company. */
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

/** The customer in an order request (spec 2 §3); empty fields are omitted. */
export const checkoutCustomer = v.object({
  ...checkoutContactEntries,
  email: v.optional(emailAddress),
  ...v.partial(companyAddressForm).entries,
});
export type CheckoutCustomer = v.InferOutput<typeof checkoutCustomer>;

/**
 * Draft of the checkout form, with the field values as typed. It's saved on the device until the order is placed
 * (spec 1 §3, "Local stores").
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
