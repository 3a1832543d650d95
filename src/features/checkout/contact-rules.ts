import * as v from 'valibot';
import { contactForm } from '#schemas/checkout.ts';
import { checkContactPhone } from '#schemas/checkout-rules.ts';
import type { ParsePhone } from '#schemas/phone.ts';

/**
 * The contact form with its phone judged by its country (spec 2 §5). A test phone is let through to the
 * server, which knows it only where its configuration says so.
 * @param parse null where the rules of phone numbers can't be had: then the server judges alone
 */
export function contactFormWith(parse: ParsePhone | null) {
  return v.pipe(
    contactForm,
    v.forward(
      v.partialCheck(
        [['phone_region'], ['phone_number']],
        (contact) =>
          parse === null || checkContactPhone(contact, parse, { hasTestDevices: true }).ok,
        'phone_invalid',
      ),
      ['phone_number'],
    ),
  );
}
