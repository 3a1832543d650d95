import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { lenientParser } from '#schemas/lenient-phone-parser.ts';
import { type ParsePhone } from '#schemas/phone.ts';

/** Parses phone numbers by the same rules as the app. */
export const parsePhone: ParsePhone = lenientParser((text, options) =>
  parsePhoneNumberFromString(text, options),
);
