import * as v from 'valibot';
import { regions } from '#schemas/regions.ts';
import { emailAddress, type LoginRequest } from '#schemas/session.ts';
import type { LoginState } from './login-state.ts';

/** What is needed of libphonenumber-js, which is loaded when the phone step is. */
export type ParsePhone = (
  text: string,
  options: { defaultCountry: LoginState['region']; extract: false },
) => { number: string; countryCallingCode: string; isValid: () => boolean } | undefined;

/** Why what was typed can't be sent. */
export type IdProblem = 'email_invalid' | 'phone_short' | 'phone_invalid';

export type CheckedId = { ok: true; request: LoginRequest } | { ok: false; problem: IdProblem };

/** The e-mail or phone as the server takes it, or what is wrong with it (spec 1 §5). */
export function checkId(
  state: Pick<LoginState, 'method' | 'email' | 'phone' | 'region'>,
  parsePhone: ParsePhone,
): CheckedId {
  return state.method === 'email' ? checkEmail(state) : checkPhone(state, parsePhone);
}

function checkEmail({ email, region }: Pick<LoginState, 'email' | 'region'>): CheckedId {
  const parsed = v.safeParse(emailAddress, email.trim().toLowerCase());
  if (!parsed.success) return { ok: false, problem: 'email_invalid' };
  return { ok: true, request: { email: parsed.output, region } };
}

function checkPhone(
  { phone, region }: Pick<LoginState, 'phone' | 'region'>,
  parsePhone: ParsePhone,
): CheckedId {
  const compact = phone.replace(/[\s().\-/]/g, '');
  if (isTestPattern(compact)) return { ok: true, request: { phone: compact, region } };
  if (compact.replace(/\D/g, '').length < 5) return { ok: false, problem: 'phone_short' };

  const parsed = parsePhone(compact, { defaultCountry: region, extract: false });
  const dialCode = regions.find(({ code }) => code === region)?.dialCode;
  const fits = parsed?.isValid() && `+${parsed.countryCallingCode}` === dialCode;
  if (!parsed || !fits) return { ok: false, problem: 'phone_invalid' };
  return { ok: true, request: { phone: parsed.number, region } };
}

/**
 * Length 12, starting with nine 9s: let through to the server, which knows it only where its
 * configuration says so (spec 1 §5; decisions, "Test devices").
 */
function isTestPattern(compact: string): boolean {
  return /^9{9}\d{3}$/.test(compact);
}
