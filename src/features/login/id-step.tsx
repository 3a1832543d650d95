import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useState } from 'react';
import { useErrorWords } from '#src/data/words/error-words.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { focusFirstProblem } from '#src/ui/focus-first-problem.ts';
import { TextField } from '#src/ui/text-field.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { paths } from '#src/paths.ts';
import { StepHeading } from '#src/ui/step-heading.tsx';
import { checkId, type IdProblem } from './login-id.ts';
import { loadPhoneRules } from '#src/data/words/phone.ts';
import { RegionPhoneField } from './region-phone-field.tsx';
import { useAskForCode } from './use-ask-for-code.ts';
import type { Login } from './use-login.ts';

/** Second step: the e-mail address or the phone number. */
export function IdStep({ login }: { login: Login }) {
  const { t } = useLingui();
  const { state, tell } = login;
  const asking = useAskForCode(login);
  const [problem, setProblem] = useState<IdProblem | null>(null);
  useEffect(() => {
    if (state.method === 'phone') void loadPhoneRules();
  }, [state.method]);

  const problemWords: Record<IdProblem, string> = {
    email_invalid: t`Enter an e-mail address, such as name@example.com.`,
    phone_short: t`Enter your phone number, at least 5 digits.`,
    phone_letters: t`Letters are not allowed.`,
    phone_invalid: t`This is not a phone number in this country. Check the number and the country.`,
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (asking.busy) return;
    const checked = checkId(state, await loadPhoneRules());
    if (checked.ok) await asking.ask(checked.request);
    else {
      setProblem(checked.problem);
      focusFirstProblem(form);
    }
  };
  const typed = (changes: Parameters<typeof tell>[0]) => {
    setProblem(null);
    asking.clear();
    tell(changes);
  };
  const error = problem && problemWords[problem];

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <StepHeading
        backLabel={t`Back`}
        onBack={() => tell({ name: 'went_back' })}
        title={
          state.method === 'phone' ? (
            <Trans>Your phone number</Trans>
          ) : (
            <Trans>Your e-mail address</Trans>
          )
        }
      >
        <Trans>The one that your account is registered with.</Trans>
      </StepHeading>
      <div className="mb-6 space-y-4">
        <Refusal login={login} failure={asking.failure} />
        {state.method === 'phone' ? (
          <RegionPhoneField
            region={state.region}
            phone={state.phone}
            error={error}
            onChange={(change) => typed({ name: 'typed', ...change })}
          />
        ) : (
          <TextField
            label={t`E-mail address`}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="send"
            name="email"
            value={state.email}
            error={error}
            onChange={(event) => typed({ name: 'typed', email: event.target.value })}
          />
        )}
      </div>
      <Button type="submit" size="large" fullWidth busy={asking.busy}>
        <Trans>Send me a code</Trans>
      </Button>
      {state.method === 'email' && <WayBack />}
    </form>
  );
}

/** What was said last, and nothing else; a code that was wrong may be entered again where it has tries left. */
function Refusal({ login: { state, tell }, failure }: { login: Login; failure: string | null }) {
  const wordsFor = useErrorWords();
  const { refusal: code, triesLeft } = state;
  const mayTryAgain = code === 'invalid_code' && triesLeft > 0;
  const errors = mayTryAgain ? [{ code, tries_left: triesLeft }] : [];
  const words = failure ?? (code === null ? null : wordsFor({ code, errors }));
  return (
    <ErrorBlock
      messages={words === null ? [] : [words]}
      action={
        mayTryAgain && (
          <Button variant="secondary" onClick={() => tell({ name: 'tried_again' })}>
            <Trans>Enter the code again</Trans>
          </Button>
        )
      }
    />
  );
}

/** For who can't sign in, because another address has taken the place of theirs. */
function WayBack() {
  return (
    <p className="mt-4 text-center">
      <TextLink href={paths.restoreEmail()}>
        <Trans>Somebody else changed my address</Trans>
      </TextLink>
    </p>
  );
}
