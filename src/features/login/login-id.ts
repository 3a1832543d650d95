import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import {
  validatePhone,
  isTestPhone,
  type ParsePhone,
  type PhoneProblem,
  stripPhone,
} from '#schemas/phone.ts';
import type { LoginRequest } from '#schemas/session.ts';
import type { LoginState } from './login-state.ts';

/** Validation codes. */
export type LoginIdProblem = 'email_invalid' | PhoneProblem;

type LoginIdResult = { ok: true; request: LoginRequest } | { ok: false; problem: LoginIdProblem };

/** Validates the email address or phone number and returns the request (spec 1 §5). */
export function validateLoginId(
  state: Pick<LoginState, 'method' | 'email' | 'phone' | 'region'>,
  parsePhone: ParsePhone,
): LoginIdResult {
  return state.method === 'email'
    ? validateEmailLogin(state)
    : validatePhoneLogin(state, parsePhone);
}

function validateEmailLogin({
  email,
  region,
}: Pick<LoginState, 'email' | 'region'>): LoginIdResult {
  const parsedEmail = v.safeParse(emailAddress, email);
  if (!parsedEmail.success) return { ok: false, problem: 'email_invalid' };
  return { ok: true, request: { email: parsedEmail.output, region } };
}

/**
 * Validates the phone number. Test numbers are sent without validation, because only the server knows whether they are
 * configured.
 */
function validatePhoneLogin(
  { phone, region }: Pick<LoginState, 'phone' | 'region'>,
  parsePhone: ParsePhone,
): LoginIdResult {
  const phoneText = stripPhone(phone);
  if (!phoneText.startsWith('+') && isTestPhone(phoneText)) {
    return { ok: true, request: { phone: phoneText, region } };
  }
  const validation = validatePhone(phone, region, parsePhone);
  if (!validation.ok) return validation;
  return { ok: true, request: { phone: validation.phone, region } };
}
