import { regions } from '#schemas/regions.ts';
import { findPhones } from '#schemas/find-phones.ts';

/** Returns the first number in a text, with its plus sign; empty if there is none. */
function dialNumberOf(phone: string): string {
  return findPhones(phone)[0]?.number ?? '';
}

/** Link that calls the first number in a text; ignores extensions. */
export function callLink(phone: string): string {
  return `tel:${dialNumberOf(phone)}`;
}

/** Link that sends a text message to the first number in a text. */
export function messageLink(phone: string): string {
  return `sms:${dialNumberOf(phone)}`;
}

/**
 * Formats a number of a known country in groups of three, such as `+48 600 100 201`; leaves other texts
 * unchanged.
 */
export function readablePhone(phone: string): string {
  const [firstPhone, ...otherPhones] = findPhones(phone);
  const country = regions.find(({ dialCode }) => firstPhone?.number.startsWith(dialCode));
  if (!firstPhone || !country || otherPhones.length > 0) return phone.trim();
  const nationalNumber = firstPhone.number.slice(country.dialCode.length);
  // Avoid a single digit in the last group.
  const groups = nationalNumber.match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return `${[country.dialCode, ...groups].join(' ')}${firstPhone.note}`;
}
