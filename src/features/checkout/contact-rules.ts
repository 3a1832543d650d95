import * as v from 'valibot';
import { contactForm } from '#schemas/checkout.ts';
import { validateContactPhone } from '#schemas/checkout-rules.ts';
import type { ParsePhone } from '#schemas/phone.ts';

/**
 * Contact form with the phone validated by its country (spec 2 §5). Test numbers pass, because only
 * the server's configuration knows them.
 * @param parse null if the phone rules can't be loaded: then only the server validates
 */
export function contactFormWith(parse: ParsePhone | null) {
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
