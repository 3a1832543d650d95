import * as v from 'valibot';
import { normaliseLine } from './normalise-text.ts';

/** Maximum length of an address in characters (RFC 5321). */
const MAX_EMAIL = 254;

/**
 * Addresses that mail servers accept (RFC 5321, 6531): up to 64 characters without spaces or quotes before the
 * @, and an ASCII domain with a top-level domain.
 */
const EMAIL =
  /^(?=.{1,64}@)[\p{L}\p{M}\p{N}!#-'*+/=?^-~-]+(?:\.[\p{L}\p{M}\p{N}!#-'*+/=?^-~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/u;

/**
 * Normalises an email address for storing and comparing: lower case, with a punycode domain (`łódź.pl` becomes
 * `xn--d-uga0v4h.pl`). In text that isn't an address, nothing is converted to punycode, and the text fails validation.
 */
export function normaliseEmail(input: string): string {
  const email = normaliseLine(input)
    .toLowerCase()
    .replace(/[‘’ʼ´′＇]/g, "'")
    .replace(/[＠﹫]/, '@')
    .replace(/[。．｡]/g, '.')
    .replace(/[‐-―−]/g, '-');
  const [, name = '', domain = ''] = /^(.+)@([\p{L}\p{M}\p{N}.-]{1,253})$/u.exec(email) ?? [];
  const url = `http://${domain}`;
  // `URL` would convert a domain made only of digits to an IP address.
  if (!/\p{L}/u.test(domain) || !URL.canParse(url)) return email;
  return `${name}@${new URL(url).hostname}`;
}

/** Schema for every email address entered in forms, requests and commands. */
export const emailAddress = v.pipe(
  v.string(),
  v.transform(normaliseEmail),
  // `type` is for the contract's description; the library's own pattern accepts fewer addresses.
  { ...v.regex<string>(EMAIL), type: 'email' as const },
  v.maxLength(MAX_EMAIL),
);
