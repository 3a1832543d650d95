import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { lenientParser } from '#schemas/lenient-phone-parser.ts';
import type { ParsePhone } from '#schemas/phone.ts';

/** Parses phone numbers of all countries. The module is large, so `loadPhoneParser` loads it on demand. */
export const parsePhone: ParsePhone = lenientParser((text, options) =>
  parsePhoneNumberFromString(text, options),
);
