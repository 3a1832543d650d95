import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, type FormEvent, useEffect, useRef, useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { hrefOf, paths } from '#src/app/paths.ts';
import { StepHeading } from '#src/ui/layout/step-heading.tsx';
import { validateLoginId, type LoginIdProblem } from './login-id.ts';
import type { LoginEvent, LoginMethod, LoginState } from './login-state.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';
import { useRequestCode, type Login } from './use-login.ts';
import { type RegionCode, regions } from '#schemas/regions.ts';
import { useCountries } from '#src/data/text/use-countries.ts';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';

/** First step: phone number or email address. */
export function IdStep({ login }: { login: Login }) {
  const { t } = useLingui();
  const { state, dispatch } = login;
  const codeRequest = useRequestCode(login);
  const [problem, setProblem] = useState<LoginIdProblem | null>(null);
  const isPhone = state.method === 'phone';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isPhone) void loadPhoneParser();
  }, [isPhone]);
  useFocusOnMethodChange(form, state.method);

  const problemText: Record<LoginIdProblem, string> = {
    email_invalid: t`Enter an email address, such as name@example.com.`,
    phone_short: t`Enter your phone number, at least 5 digits.`,
    phone_letters: t`Letters are not allowed. Use numbers only.`,
    phone_invalid: t`This isn’t a phone number in this country. Check the number and the country.`,
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (codeRequest.busy) return;
    const validation = validateLoginId(state, await loadPhoneParser());
    if (validation.ok) await codeRequest.send(validation.request);
    else {
      setProblem(validation.problem);
      focusFirstError(form.current);
    }
  };
  const onInput = (change: TypedChange) => {
    setProblem(null);
    codeRequest.clear();
    dispatch({ name: 'typed', ...change });
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <StepHeading
        backLabel={t`Back`}
        title={<Trans>Earn points for your work</Trans>}
        // Don't take the focus on the first visit.
        takesFocus={state.challenge !== null || state.refusal !== null}
      >
        {isPhone ? (
          <Trans>Sign in with your phone. We’ll text you a code.</Trans>
        ) : (
          <Trans>Sign in with your email. We’ll send you a code.</Trans>
        )}
      </StepHeading>
      <div className="mb-4 space-y-4">
        <LastError login={login} failure={codeRequest.failure} />
        <IdField state={state} error={problem && problemText[problem]} onChange={onInput} />
      </div>
      <Button type="submit" size="large" fullWidth busy={codeRequest.busy}>
        <Trans>Send me a code</Trans>
      </Button>
      <OtherMethods
        isPhone={isPhone}
        onSwitchMethod={() => {
          setProblem(null);
          codeRequest.clear();
          dispatch({ name: 'method_chosen', method: isPhone ? 'email' : 'phone' });
        }}
      />
    </form>
  );
}

type TypedChange = Omit<Extract<LoginEvent, { name: 'typed' }>, 'name'>;

interface IdFieldProps {
  state: LoginState;
  error: string | null;
  onChange: (change: TypedChange) => void;
}

/** Phone number with country, or email address. */
function IdField({ state, error, onChange }: IdFieldProps) {
  const { t } = useLingui();
  if (state.method === 'phone') {
    return (
      <RegionPhoneField
        region={state.region}
        phone={state.phone}
        error={error}
        onChange={onChange}
      />
    );
  }
  return (
    <TextField
      label={t`Email address`}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="send"
      name="email"
      value={state.email}
      error={error}
      onChange={(event) => onChange({ email: event.target.value })}
    />
  );
}

/** Focuses the field after the sign-in method was switched. */
function useFocusOnMethodChange(form: RefObject<HTMLFormElement | null>, method: LoginMethod) {
  const previousMethod = useRef(method);
  useEffect(() => {
    if (previousMethod.current === method) return;
    previousMethod.current = method;
    form.current?.querySelector('input')?.focus();
  }, [form, method]);
}

interface OtherMethodsProps {
  isPhone: boolean;
  onSwitchMethod: () => void;
}

/**
 * Links to the other sign-in method, to registration, and to the recovery of an email address that someone else
 * changed.
 */
function OtherMethods({ isPhone, onSwitchMethod }: OtherMethodsProps) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6">
      <span className="-ms-5">
        <Button variant="quiet" onClick={onSwitchMethod}>
          {isPhone ? <Trans>Use email</Trans> : <Trans>Use phone</Trans>}
        </Button>
      </span>
      <TextLink href={hrefOf(paths.register())}>
        <Trans>Register your company</Trans>
      </TextLink>
      {!isPhone && (
        // For people whose email address was replaced by someone else.
        <TextLink href={hrefOf(paths.restoreEmail())}>
          <Trans>Someone changed my email address</Trans>
        </TextLink>
      )}
    </div>
  );
}

/** The last error. After a wrong code, offers another attempt while there are attempts left. */
function LastError({ login: { state, dispatch }, failure }: { login: Login; failure: unknown }) {
  const errorText = useErrorMessage();
  const { refusal: code, triesLeft } = state;
  const canRetry = code === 'invalid_code' && triesLeft > 0;
  const errors = canRetry ? [{ code, tries_left: triesLeft }] : [];
  const error = failure ?? (code === null ? null : { code, errors });
  return (
    <ErrorBlock
      messages={error === null ? [] : [errorText(error)]}
      action={
        canRetry && (
          <Button variant="secondary" onClick={() => dispatch({ name: 'tried_again' })}>
            <Trans>Enter the code again</Trans>
          </Button>
        )
      }
    />
  );
}

interface RegionPhoneFieldProps {
  region: RegionCode;
  phone: string;
  error: string | null;
  onChange: (change: { phone?: string; region?: RegionCode }) => void;
}

/** Phone number with a list of supported countries, sorted by name. */
function RegionPhoneField({ region, phone, error, onChange }: RegionPhoneFieldProps) {
  const { t } = useLingui();
  const countries = useCountries();
  return (
    <PhoneField
      label={t`Phone number`}
      countryLabel={t`Country`}
      countries={countries}
      country={region}
      onCountryChange={(id) => {
        const selectedRegion = regions.find(({ code }) => code === id);
        if (selectedRegion) onChange({ region: selectedRegion.code });
      }}
      name="phone"
      enterKeyHint="send"
      value={phone}
      error={error}
      onChange={(event) => onChange({ phone: event.target.value })}
    />
  );
}
