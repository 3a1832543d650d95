import * as v from 'valibot';
import { normaliseLine } from './single-line.ts';

/** The longest address that mail servers take, in characters (RFC 5321). */
const MAX_EMAIL = 254;

/**
 * The addresses that mail servers take (RFC 5321, 6531): 64 characters without spaces or quotes before the @, and
 * an ASCII domain with a top-level domain.
 */
const EMAIL =
  /^(?=.{1,64}@)[\p{L}\p{M}\p{N}!#-'*+/=?^-~-]+(?:\.[\p{L}\p{M}\p{N}!#-'*+/=?^-~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/u;

/**
 * An e-mail address in the form that is stored and compared: in small letters, its domain as name servers
 * know it (`łódź.pl` is `xn--d-uga0v4h.pl`). Other texts stay, and the schema refuses them.
 */
export function normaliseEmail(typed: string): string {
  const email = normaliseLine(typed)
    .toLowerCase()
    .replace(/[‘’ʼ´′＇]/g, "'")
    .replace(/[＠﹫]/, '@')
    .replace(/[。．｡]/g, '.')
    .replace(/[‐-―−]/g, '-');
  const [, name = '', domain = ''] = /^(.+)@([\p{L}\p{M}\p{N}.-]{1,253})$/u.exec(email) ?? [];
  const url = `http://${domain}`;
  // An address of numbers alone would become one of the internet protocol.
  if (!/\p{L}/u.test(domain) || !URL.canParse(url)) return email;
  return `${name}@${new URL(url).hostname}`;
}

/** The one schema of e-mail addresses that people enter: every form, request and command has it. */
export const emailAddress = v.pipe(
  v.string(),
  v.transform(normaliseEmail),
  // Called an e-mail address for the contract's description; the library's own pattern takes fewer of them.
  { ...v.regex<string>(EMAIL), type: 'email' as const },
  v.maxLength(MAX_EMAIL),
);
