import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { meantPhone } from '#schemas/meant-phone.ts';
import type { ParsePhone } from '#schemas/phone.ts';

/** The rules of phone numbers of all countries. Large: `loadPhoneRules` fetches them when they are needed. */
export const parsePhone: ParsePhone = meantPhone((text, options) =>
  parsePhoneNumberFromString(text, options),
);
