import * as v from 'valibot';
import { type RegionCode, regions } from './regions.ts';
import { toWesternDigits } from './western-digits.ts';

/**
 * The part of the phone number library that we use. The library is large, so callers load it lazily and pass it
 * in.
 */
export type ParsePhone = (
  text: string,
  options: { defaultCountry: RegionCode; extract: false },
) => { number: string; countryCallingCode: string; isValid: () => boolean } | undefined;

/** Reason why a text isn't a phone number of the region. */
export type PhoneProblem = 'phone_short' | 'phone_letters' | 'phone_invalid';

export type PhoneResult =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; problem: PhoneProblem };

/** Minimum number of digits in any country (spec 1 §5). */
export const MIN_PHONE_DIGITS = 5;
/** Long enough for a number with a separator between any two digits. */
export const MAX_TYPED_PHONE = 60;

/** A link's scheme, or a label before a number: `tel:`, `Tel.`, `mob`. */
const LABEL = /^(?:tel|callto|sms|mob|тел|моб):*/i;

/**
 * Strips a typed number to its digits and a leading plus sign: removes spaces, dashes, slashes, brackets, dots,
 * invisible characters and a `tel:` prefix. Keeps other characters such as letters.
 */
export function stripPhone(input: string): string {
  const plainNumber = toWesternDigits(input.normalize('NFKC'))
    .replace(/[\s\p{Cf}\p{DI}\p{Pd}−/⁄∕'’_.·•∙‧⋅・]/gu, '')
    .replace(LABEL, '')
    .replace(/^\++/, '+')
    // The bracketed zero after a country code isn't dialled, except in Italy.
    .replace(/^\(?(\+(?!39)\d+)\)?\(0\)/, '$1');
  return plainNumber.replace(/[()[\]]/g, '');
}

/**
 * Validates a typed phone number for its region (spec 1 §5).
 * @returns the number in international form, `+48501234567`, or the problem
 */
export function validatePhone(input: string, region: RegionCode, parse: ParsePhone): PhoneResult {
  const plainNumber = stripPhone(input);
  if (plainNumber.replace(/\D/g, '').length < MIN_PHONE_DIGITS) return invalid('phone_short');
  if (/\p{L}/u.test(plainNumber)) return invalid('phone_letters');
  const parsed = parse(plainNumber, { defaultCountry: region, extract: false });
  const isOfRegion = parsed?.isValid() && `+${parsed.countryCallingCode}` === dialCodeOf(region);
  return parsed && isOfRegion ? { ok: true, phone: parsed.number } : invalid('phone_invalid');
}

/** Dial code of a region, such as `+48`. */
export function dialCodeOf(region: RegionCode): string {
  return regions.find(({ code }) => code === region)?.dialCode ?? '+';
}

/** A typed or pasted phone number, stripped to its digits. */
export const typedPhone = v.pipe(
  v.string(),
  v.maxLength(MAX_TYPED_PHONE),
  v.transform(stripPhone),
  v.regex(/^\+?\d{5,17}$/),
);

/** Removes the region's dial code from an international number, for the local format. */
export function nationalNumber(phone: string, region: RegionCode): string {
  const dialCode = dialCodeOf(region);
  return phone.startsWith(dialCode) ? phone.slice(dialCode.length) : phone.replace(/^\+/, '');
}

/**
 * True for the specification's test pattern: twelve digits starting with nine 9s (spec 1 §5). Only servers
 * configured for it accept such numbers (docs/behaviour/registration-and-sign-in.md).
 */
export function isTestPhone(phone: string): boolean {
  return /^\+?9{9}\d{3}$/.test(stripPhone(phone));
}

/** Returns a typed test phone in international form; null for any other number. */
export function normaliseTestPhone(input: string): string | null {
  return isTestPhone(input) ? `+${stripPhone(input).replace('+', '')}` : null;
}

function invalid(problem: PhoneProblem): PhoneResult {
  return { ok: false, problem };
}
