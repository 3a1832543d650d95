import { regions } from '#schemas/regions.ts';
import { writtenPhones } from '#schemas/written-phones.ts';

/** The digits of the first number that was written, with its plus sign; empty where there is none. */
export function dialled(phone: string): string {
  return writtenPhones(phone)[0]?.number ?? '';
}

/** Opens the phone's own program to call the first number of a text; an extension is not dialled. */
export function callLink(phone: string): string {
  return `tel:${dialled(phone)}`;
}

/** The same for a text message. */
export function messageLink(phone: string): string {
  return `sms:${dialled(phone)}`;
}

/** `+48 600 100 201`: a number of a known country in groups of three, any other text as it was written. */
export function readablePhone(phone: string): string {
  const [first, ...others] = writtenPhones(phone);
  const country = regions.find(({ dialCode }) => first?.number.startsWith(dialCode));
  if (!first || !country || others.length > 0) return phone.trim();
  const rest = first.number.slice(country.dialCode.length);
  // No group of a single digit at the end.
  const groups = rest.match(/\d{3}(?!\d$)|\d+/g) ?? [];
  return `${[country.dialCode, ...groups].join(' ')}${first.note}`;
}
