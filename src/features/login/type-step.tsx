import { Trans, useLingui } from '@lingui/react/macro';
import { Mail, Smartphone } from 'lucide-react';
import { Button } from '#src/ui/button.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { paths } from '#src/paths.ts';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { StepHeading } from '#src/ui/step-heading.tsx';
import type { Login } from './use-login.ts';

/** First step: by phone or by e-mail. */
export function TypeStep({ login: { state, tell } }: { login: Login }) {
  const { t } = useLingui();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        tell({ name: 'continued' });
      }}
    >
      <StepHeading backLabel={t`Back`} title={<Trans>Sign in</Trans>} takesFocus={false}>
        <Trans>We will send you a code. You need no password.</Trans>
      </StepHeading>
      <div className="mb-6">
        <RadioCards
          legend={t`How do you want to get your code?`}
          name="method"
          value={state.method}
          onValueChange={(value) =>
            tell({ name: 'method_chosen', method: value === 'email' ? 'email' : 'phone' })
          }
          options={[
            { value: 'phone', title: t`By text message`, icon: <Smartphone /> },
            { value: 'email', title: t`By e-mail`, icon: <Mail /> },
          ]}
        />
      </div>
      <Button type="submit" size="large" fullWidth>
        <Trans>Continue</Trans>
      </Button>
      <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-ink-soft">
        <Trans>New here?</Trans>
        <TextLink href={paths.register()}>
          <Trans>Register your company</Trans>
        </TextLink>
      </p>
    </form>
  );
}
