import type { ParsePhone } from '#schemas/phone.ts';
import { regions } from '#schemas/regions.ts';

/** The digits of a written number, with its plus sign; empty where there are none. */
export function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (digits === '') return '';
  return phone.trim().startsWith('+') ? `+${digits}` : digits;
}

/** What has the phone's own program call a number. */
export function callLink(phone: string): string {
  return `tel:${dialled(phone)}`;
}

/** The same for a text message. */
export function messageLink(phone: string): string {
  return `sms:${dialled(phone)}`;
}

/** `+48 600 100 201`: a number of a known country in groups of three, any other as it was written. */
export function readablePhone(phone: string): string {
  const digits = dialled(phone);
  const country = regions.find(({ dialCode }) => digits.startsWith(dialCode));
  if (!country) return phone.trim();
  const rest = digits.slice(country.dialCode.length);
  // No group of a single digit at the end.
  const groups = rest.match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return [country.dialCode, ...groups].join(' ');
}

let loading: Promise<ParsePhone> | null = null;

/** Loads the rules of phone numbers, once: too large for the first paint, needed for the check. */
export function loadPhoneRules(): Promise<ParsePhone> {
  loading ??= import('libphonenumber-js/min').then(
    (library): ParsePhone =>
      (text, options) =>
        library.parsePhoneNumberFromString(text, options),
  );
  // A failed load may be tried again.
  loading.catch(() => (loading = null));
  return loading;
}
