import * as v from 'valibot';
import { emailAddress } from '#schemas/email.ts';
import {
  validatePhone,
  isTestPhone,
  type ParsePhone,
  type PhoneProblem,
  stripPhone,
} from '#schemas/phone.ts';
import { type LoginRequest } from '#schemas/session.ts';
import type { LoginState } from './login-state.ts';

/** Validation codes. */
export type LoginIdProblem = 'email_invalid' | PhoneProblem;

type LoginIdResult = { ok: true; request: LoginRequest } | { ok: false; problem: LoginIdProblem };

/** Validates the email address or phone number and returns the request (spec 1 §5). */
export function validateLoginId(
  state: Pick<LoginState, 'method' | 'email' | 'phone' | 'region'>,
  parsePhone: ParsePhone,
): LoginIdResult {
  return state.method === 'email' ? checkEmail(state) : checkPhone(state, parsePhone);
}

function checkEmail({ email, region }: Pick<LoginState, 'email' | 'region'>): LoginIdResult {
  const parsed = v.safeParse(emailAddress, email);
  if (!parsed.success) return { ok: false, problem: 'email_invalid' };
  return { ok: true, request: { email: parsed.output, region } };
}

/** Test phone numbers are sent without validation; the server accepts them only if configured. */
function checkPhone(
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
