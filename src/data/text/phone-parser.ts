import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { meantPhone } from '#schemas/meant-phone.ts';
import type { ParsePhone } from '#schemas/phone.ts';

/** Parses phone numbers of all countries. Large, so loaded by `loadPhoneParser`. */
export const parsePhone: ParsePhone = meantPhone((text, options) =>
  parsePhoneNumberFromString(text, options),
);
