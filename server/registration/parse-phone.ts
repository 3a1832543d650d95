import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { meantPhone } from '#schemas/meant-phone.ts';
import { type ParsePhone } from '#schemas/phone.ts';

/** The same rules of phone numbers as in the app. */
export const parsePhone: ParsePhone = meantPhone((text, options) =>
  parsePhoneNumberFromString(text, options),
);
