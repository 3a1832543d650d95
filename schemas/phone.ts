import { type RegionCode, regions } from './regions.ts';

/** What is needed of a library of phone numbers; whoever asks brings it, since it is large. */
export type ParsePhone = (
  text: string,
  options: { defaultCountry: RegionCode; extract: false },
) => { number: string; countryCallingCode: string; isValid: () => boolean } | undefined;

/** Why what was typed is no phone number of the region. */
export type PhoneProblem = 'phone_short' | 'phone_letters' | 'phone_invalid';

export type CheckedPhone =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; problem: PhoneProblem };

/** Fewer digits are no phone number anywhere (spec 1 §5). */
export const MIN_PHONE_DIGITS = 5;

/**
 * Judges a typed phone number by its region (spec 1 §5).
 * @returns the number in international form, `+48501234567`, or what is wrong with it
 */
export function checkPhone(typed: string, region: RegionCode, parse: ParsePhone): CheckedPhone {
  const compact = typed.normalize('NFKC').replace(/[\s().\-/‐-―]/g, '');
  if (compact.replace(/\D/g, '').length < MIN_PHONE_DIGITS) return refused('phone_short');
  if (/\p{L}/u.test(compact)) return refused('phone_letters');
  const parsed = parse(compact, { defaultCountry: region, extract: false });
  const dialCode = regions.find(({ code }) => code === region)?.dialCode;
  const fits = parsed?.isValid() && `+${parsed.countryCallingCode}` === dialCode;
  return parsed && fits ? { ok: true, phone: parsed.number } : refused('phone_invalid');
}

/** An international number without its region's dial code, as people of the region write it. */
export function nationalNumber(phone: string, region: RegionCode): string {
  const dialCode = regions.find(({ code }) => code === region)?.dialCode ?? '+';
  return phone.startsWith(dialCode) ? phone.slice(dialCode.length) : phone.replace(/^\+/, '');
}

/**
 * The specification's test pattern: twelve digits that begin with nine 9s (spec 1 §5). Only a server
 * whose configuration says so knows such a phone (decisions, "Test devices").
 */
export function isTestPhone(phone: string): boolean {
  return /^\+?9{9}\d{3}$/.test(phone);
}

function refused(problem: PhoneProblem): CheckedPhone {
  return { ok: false, problem };
}
