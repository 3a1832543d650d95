import { accessCalls } from '#schemas/api/access-calls.ts';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { taxFields } from '#schemas/company.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import type { Transport } from '#sync/http/transport.ts';
import { type SignInRules, type SignInState, signInSteps } from './sign-in-steps.ts';

/**
 * Saves an owner's answers before the session is stored (spec 1 §4: the token is stored only after the last
 * step). All calls are idempotent, so a failed save can be retried.
 * @param token of the incomplete sign-in
 * @param shownAt ISO time when the questions were shown
 * @throws CallError
 */
export async function saveSignIn(
  call: Transport['call'],
  token: string,
  state: SignInState,
  rules: SignInRules,
  shownAt: string,
): Promise<void> {
  const steps = new Set(signInSteps(state, rules));
  const { company, uuid } = rules.person;
  const companyParams = { params: { id: company.uuid } };
  const taxNumbers = taxFields.map((field) => [field, normaliseLine(state[field]) || null]);
  const changes = {
    ...(steps.has('numbers') && Object.fromEntries(taxNumbers)),
    ...(steps.has('survey') && { surveyResponse: JSON.stringify(state.survey.response) }),
    // The owner declined the terms earlier and agrees to them now.
    ...(company.active === 2 && { active: 1 as const }),
  };
  if (Object.keys(changes).length > 0) {
    await call(accountCalls.updateCompany, { ...companyParams, body: changes }, { token });
  }
  const { company_type, disclaimer_accepted, declaration_accepted } = state;
  const includesCompanyType =
    steps.has('type') || steps.has('disclaimer') || steps.has('declaration');
  if (includesCompanyType && company_type !== null) {
    const body = { company_type, disclaimer_accepted, declaration_accepted };
    await call(accountCalls.updateCompanyType, { ...companyParams, body }, { token });
  }
  const options = {
    ...(steps.has('terms') && { hasAgreedToTerms: true }),
    ...(steps.has('type') && { companyTypeSeen: shownAt }),
    ...(steps.has('disclaimer') && { disclaimerSeen: shownAt }),
    ...(steps.has('declaration') && { declarationSeen: shownAt }),
    ...(steps.has('consent') && { consentSeen: shownAt }),
  };
  const { email_consent, phone_consent } = state;
  const body = {
    options: JSON.stringify(options),
    ...(steps.has('consent') && { email_consent, phone_consent }),
  };
  await call(accountCalls.updateUser, { params: { id: uuid }, body }, { token });
}

/**
 * Records that the terms were declined, and signs out on the server (spec 1 §4).
 * @throws CallError
 */
export async function declineTerms(
  call: Transport['call'],
  token: string,
  companyId: string,
): Promise<void> {
  const input = { params: { id: companyId }, body: { active: 2 as const } };
  await call(accountCalls.updateCompany, input, { token });
  // A failure does no harm, because the client drops the token anyway, and the token expires.
  await call(accessCalls.signOut, {}, { token }).catch(() => undefined);
}
