import * as v from 'valibot';
import { type RegionCode, regions } from './regions.ts';
import { toWesternDigits } from './western-digits.ts';

/** The part of a library of phone numbers that is needed here; it is large, so callers pass it in once it is loaded. */
export type ParsePhone = (
  text: string,
  options: { defaultCountry: RegionCode; extract: false },
) => { number: string; countryCallingCode: string; isValid: () => boolean } | undefined;

/** Why what was typed is no phone number of the region. */
export type PhoneProblem = 'phone_short' | 'phone_letters' | 'phone_invalid';

export type PhoneResult =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; problem: PhoneProblem };

/** Fewer digits are no phone number anywhere (spec 1 §5). */
export const MIN_PHONE_DIGITS = 5;
/** Room for a number with marks between all of its digits. */
export const MAX_TYPED_PHONE = 60;

/** A link's scheme or a short word before a number: `tel:`, `Tel.`, `mob`. */
const LABEL = /^(?:tel|callto|sms|mob|тел|моб):*/i;

/**
 * Reduces a typed number to its digits, with a plus sign where it begins with one: without spaces, dashes, slashes,
 * brackets, dots, invisible marks, and `tel:` of a link. Other characters, such as letters, stay.
 */
export function stripPhone(typed: string): string {
  const plain = toWesternDigits(typed.normalize('NFKC'))
    .replace(/[\s\p{Cf}\p{DI}\p{Pd}−/⁄∕'’_.·•∙‧⋅・]/gu, '')
    .replace(LABEL, '')
    .replace(/^\++/, '+')
    // Behind a country's code the zero in brackets is not dialled, but it is in Italy.
    .replace(/^\(?(\+(?!39)\d+)\)?\(0\)/, '$1');
  return plain.replace(/[()[\]]/g, '');
}

/**
 * Checks a typed phone number against its region (spec 1 §5).
 * @returns the number in international form, `+48501234567`, or what is wrong with it
 */
export function validatePhone(typed: string, region: RegionCode, parse: ParsePhone): PhoneResult {
  const plain = stripPhone(typed);
  if (plain.replace(/\D/g, '').length < MIN_PHONE_DIGITS) return refused('phone_short');
  if (/\p{L}/u.test(plain)) return refused('phone_letters');
  const parsed = parse(plain, { defaultCountry: region, extract: false });
  const fits = parsed?.isValid() && `+${parsed.countryCallingCode}` === dialCodeOf(region);
  return parsed && fits ? { ok: true, phone: parsed.number } : refused('phone_invalid');
}

/** The dial code of a region, such as `+48`. */
export function dialCodeOf(region: RegionCode): string {
  return regions.find(({ code }) => code === region)?.dialCode ?? '+';
}

/** A phone number as people type or paste it, reduced to its digits. */
export const typedPhone = v.pipe(
  v.string(),
  v.maxLength(MAX_TYPED_PHONE),
  v.transform(stripPhone),
  v.regex(/^\+?\d{5,17}$/),
);

/** An international number without its region's dial code, as people of the region write it. */
export function nationalNumber(phone: string, region: RegionCode): string {
  const dialCode = dialCodeOf(region);
  return phone.startsWith(dialCode) ? phone.slice(dialCode.length) : phone.replace(/^\+/, '');
}

/**
 * The specification's test pattern: twelve digits that begin with nine 9s (spec 1 §5). Only a server
 * whose configuration says so knows such a phone (decisions, "Test devices").
 */
export function isTestPhone(phone: string): boolean {
  return /^\+?9{9}\d{3}$/.test(stripPhone(phone));
}

/** A typed test phone in international form; null for any other. */
export function normaliseTestPhone(typed: string): string | null {
  return isTestPhone(typed) ? `+${stripPhone(typed).replace('+', '')}` : null;
}

function refused(problem: PhoneProblem): PhoneResult {
  return { ok: false, problem };
}
