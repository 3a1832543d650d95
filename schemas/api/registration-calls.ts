import {
  registrationResult,
  registration,
  uniquenessQuery,
  uniquenessResult,
} from '../registration.ts';
import { defineCall } from './call.ts';

/** Registration of a company and its owner (spec 1 §7). */
export const registrationCalls = {
  validateCompany: defineCall({
    id: 'validateCompany',
    method: 'GET',
    path: '/v2/company/validate',
    summary: 'Check that a company number, phone number or email address is still available.',
    access: 'public',
    query: uniquenessQuery,
    result: uniquenessResult,
  }),
  registerCompany: defineCall({
    id: 'registerCompany',
    method: 'POST',
    path: '/v2/company/register',
    summary: 'Register a company with its owner, who can then sign in.',
    access: 'public',
    body: registration,
    status: 201,
    result: registrationResult,
    errors: [
      ...(['invalid_phone', 'letters_not_allowed', 'tax_number_needed'] as const),
      ...(['company_type_unknown', 'acceptance_needed', 'survey_incomplete'] as const),
      ...(['installer_exists', 'email_taken', 'phone_taken'] as const),
      ...(['registration_number_taken', 'characters_unprintable'] as const),
      ...(['in_progress', 'key_reused'] as const),
    ],
    idempotent: true,
  }),
};
