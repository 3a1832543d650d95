import { taxFields } from '#schemas/company.ts';
import { isEmail } from '#schemas/person-rules.ts';
import { checkPhone } from '#schemas/phone.ts';
import type { UniqueField } from '#schemas/registration.ts';
import { normalEmail } from '#schemas/email.ts';
import { singleLine } from '#schemas/single-line.ts';
import type { RegistrationDraft } from './registration-draft.ts';
import { type RegistrationRules, stepProblems } from './registration-rules.ts';

/** Error codes of values that are taken (spec 1 §8). */
export const takenCodes: Readonly<Record<UniqueField, string>> = {
  registration_number: 'registration_number_taken',
  registration_number_2: 'registration_number_taken',
  phone: 'phone_taken',
  email: 'email_taken',
};

/** Returns the step's filled-in and valid values, to check for uniqueness. */
export function uniqueValues(
  draft: RegistrationDraft,
  rules: RegistrationRules,
): Partial<Record<UniqueField, string>> {
  if (draft.step === 'user') {
    const email = normalEmail(draft.email);
    const phone = checkPhone(draft.phone, draft.region, rules.parsePhone);
    return { ...(isEmail(email) && { email }), ...(phone.ok && { phone: phone.phone }) };
  }
  if (draft.step !== 'company') return {};
  const problems = stepProblems('company', draft, rules);
  const filled = taxFields.filter(
    (field) => singleLine(draft[field]) !== '' && problems[field]?.code !== 'tax_number',
  );
  return Object.fromEntries(filled.map((field) => [field, singleLine(draft[field])]));
}
