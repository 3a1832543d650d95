import { useState } from 'react';
import { registrationCalls } from '#schemas/api/registration-calls.ts';
import { findCompanyType } from '#schemas/company.ts';
import { normaliseEmail } from '#schemas/email.ts';
import { languageIds, type Language } from '#schemas/languages.ts';
import { validatePhone } from '#schemas/phone.ts';
import type { RegistrationResult, Registration } from '#schemas/registration.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { errorsOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import type { RegistrationField, RegistrationDraft } from './registration-draft.ts';
import type { RegistrationRules } from './registration-rules.ts';
import type { RegistrationState } from './use-registration.ts';

/** Submits the registration, and shows the server's errors at their fields (spec 1 §8). */
export function useSubmit(
  { draft, dispatch, clearDraft }: RegistrationState,
  rules: RegistrationRules,
  isDecor: boolean,
) {
  const call = useCall();
  const errorText = useErrorMessage();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [registration, setRegistration] = useState<RegistrationResult | null>(null);

  const submit = async () => {
    setBusy(true);
    setFailures([]);
    try {
      const body = toRegistration(draft, rules, { isDecor, language: toMessageLanguage(language) });
      const idempotencyKey = await registrationKey(draft.seed, body);
      const result = await call(registrationCalls.registerCompany, { body }, { idempotencyKey });
      clearDraft();
      setRegistration(result);
    } catch (error) {
      const errors = errorsOf(error);
      const messages = errors.map((e) => errorText(e));
      setFailures(messages.length > 0 ? [...new Set(messages)] : [errorText(error)]);
      dispatch({ name: 'rejected', fields: toRejectedFields(errors) });
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy, failures, registration, clear: () => setFailures([]) };
}

function toMessageLanguage(language: string): Language {
  const code = language.split('-')[0] ?? '';
  return Object.hasOwn(languageIds, code) ? (code as Language) : 'en';
}

/** Builds the request for a valid registration. The result is deterministic, so that a retry sends the same request. */
function toRegistration(
  draft: RegistrationDraft,
  rules: RegistrationRules,
  options: { readonly isDecor: boolean; readonly language: Language },
): Registration {
  const { settings, parsePhone } = rules;
  const phone = validatePhone(draft.phone, draft.region, parsePhone);
  const type = findCompanyType(settings, draft.company_type);
  const startedAt = new Date(draft.begun).toISOString();
  return {
    company: {
      name: normaliseLine(draft.company_name),
      address: `${normaliseLine(draft.street)} ${normaliseLine(draft.house_number)}`,
      postal_code: normaliseLine(draft.postal_code),
      city: normaliseLine(draft.city),
      regions_id: settings.regions_id,
      registration_number: normaliseLine(draft.registration_number) || null,
      registration_number_2: normaliseLine(draft.registration_number_2) || null,
      company_type: type?.id ?? null,
      disclaimer_accepted: draft.disclaimer_accepted,
      declaration_accepted: draft.declaration_accepted,
      survey: JSON.stringify(draft.survey.response),
    },
    installer: {
      name: normaliseLine(draft.name),
      surname: normaliseLine(draft.surname),
      email: normaliseEmail(draft.email),
      phone: phone.ok ? phone.phone : draft.phone,
      is_decor_installer: options.isDecor,
      languages_id: languageIds[options.language],
      email_consent: draft.email_consent,
      phone_consent: draft.phone_consent,
      options: JSON.stringify({
        hasAgreedToTerms: draft.terms,
        consentSeen: startedAt,
        companyTypeSeen: startedAt,
        ...(type && { disclaimerSeen: startedAt, declarationSeen: startedAt }),
      }),
    },
    invite: draft.invite,
  };
}

const fieldOfPath: Readonly<Record<string, RegistrationField>> = {
  'body.company.name': 'company_name',
  'body.company.address': 'street',
  'body.company.postal_code': 'postal_code',
  'body.company.city': 'city',
  'body.company.registration_number': 'registration_number',
  'body.company.registration_number_2': 'registration_number_2',
  'body.installer.name': 'name',
  'body.installer.surname': 'surname',
  'body.installer.email': 'email',
  'body.installer.phone': 'phone',
};

/** Returns the form fields that the server's errors are about. Errors that belong to no form field are dropped. */
function toRejectedFields(
  errors: readonly { readonly code: string; readonly field?: string | undefined }[],
): { field: RegistrationField; code: string }[] {
  return errors.flatMap(({ code, field = '' }) => {
    const formField = fieldOfPath[field];
    return formField === undefined ? [] : [{ field: formField, code }];
  });
}

/** Returns an idempotency key that survives a reload: the hash of the seed and the request. */
async function registrationKey(seed: string, body: Registration): Promise<string> {
  const bytes = new TextEncoder().encode(`${seed}:${JSON.stringify(body)}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
