import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { meantPhone } from '#schemas/meant-phone.ts';
import { type ParsePhone } from '#schemas/phone.ts';

/** Parses phone numbers by the same rules as the app. */
export const parsePhone: ParsePhone = meantPhone((text, options) =>
  parsePhoneNumberFromString(text, options),
);
