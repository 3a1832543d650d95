import { useState } from 'react';
import { registrationCalls } from '#schemas/api/registration-calls.ts';
import { languageIds, type Language } from '#schemas/languages.ts';
import type { RegistrationResult } from '#schemas/registration.ts';
import { errorsOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useCall } from '#src/data/requests/use-call.ts';
import { useLanguage } from '#src/data/device/use-device-settings.ts';
import { registrationKey, toRejectedFields, toRegistration } from './registration-body.ts';
import type { RegistrationRules } from './registration-rules.ts';
import type { RegistrationState } from './use-registration.ts';

/** Submits the registration and assigns the server's errors to their fields (spec 1 §8). */
export function useSubmit(
  { draft, dispatch, forget }: RegistrationState,
  rules: RegistrationRules,
  isDecor: boolean,
) {
  const call = useCall();
  const errorText = useErrorMessage();
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);
  const [done, setDone] = useState<RegistrationResult | null>(null);

  const submit = async () => {
    setBusy(true);
    setFailures([]);
    try {
      const body = toRegistration(draft, rules, { isDecor, language: knownLanguage(language) });
      const idempotencyKey = await registrationKey(draft.seed, body);
      const result = await call(registrationCalls.registerCompany, { body }, { idempotencyKey });
      forget();
      setDone(result);
    } catch (error) {
      const errors = errorsOf(error);
      const messages = errors.map((one) => errorText(one));
      setFailures(messages.length > 0 ? [...new Set(messages)] : [errorText(error)]);
      dispatch({ name: 'refused', fields: toRejectedFields(errors) });
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy, failures, done, clear: () => setFailures([]) };
}

function knownLanguage(language: string): Language {
  const code = language.split('-')[0] ?? '';
  return Object.hasOwn(languageIds, code) ? (code as Language) : 'en';
}
