import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { type ParsePhone } from '#schemas/phone.ts';

/** The same rules of phone numbers as in the app. */
export const parsePhone: ParsePhone = (text, options) => parsePhoneNumberFromString(text, options);
