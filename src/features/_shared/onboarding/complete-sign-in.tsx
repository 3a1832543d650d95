import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { registrationQuestions } from '#schemas/configuration.ts';
import { isDecor } from '#schemas/roles.ts';
import type { SignedIn } from '#schemas/session.ts';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { useServices } from '#src/data/services.ts';
import { withRetry, loadPublicConfiguration } from '#src/data/requests/public-configuration.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { SignInFlow } from './sign-in-flow.tsx';
import { initialSignInState, type SignInRules, type SignInState } from './sign-in-steps.ts';

interface CompleteSignInProps {
  /** Verified but incomplete sign-in. */
  signedIn: SignedIn;
  /** Called when no questions are left. */
  onDone: () => void;
  onDeclined: () => void;
  /** Called with an error code when the server no longer accepts this sign-in. */
  onSessionLost: (code: string) => void;
}

type LoadState =
  | { name: 'loading' }
  | { name: 'ready'; rules: SignInRules; initialState: SignInState }
  | { name: 'failed'; error: unknown };

/**
 * Questions an owner must answer before entering the app. Most owners have none and enter immediately.
 */
export function CompleteSignIn(props: CompleteSignInProps) {
  const { signedIn, onDone, onSessionLost } = props;
  const { token, has_survey: hasSurvey } = signedIn;
  const { t } = useLingui();
  const { transport } = useServices();
  const errorText = useErrorMessage();
  const [attempt, setAttempt] = useState(0);
  const [loadState, setLoadState] = useState<LoadState>({ name: 'loading' });

  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      const [person, configuration] = await Promise.all([
        withRetry(() => transport.call(configurationCalls.getSignedInUser, {}, { token })),
        loadPublicConfiguration(transport),
      ]);
      const { regional_settings, registration_surveys: surveys } = configuration;
      const settings = regional_settings.find(({ region }) => region === person.region);
      if (isUnmounted) return undefined;
      if (!settings) return onDone();
      const questions = registrationQuestions(settings, surveys, isDecor(person.role.id));
      const rules = { person, settings, questions, hasSurvey };
      const initialState = initialSignInState(rules);
      return initialState === null
        ? onDone()
        : setLoadState({ name: 'ready', rules, initialState });
    };
    load().catch((error: unknown) => {
      if (isUnmounted) return;
      const code = codeOf(error) ?? '';
      if (code === 'session_expired' || code === 'unauthorised') onSessionLost('session_expired');
      else setLoadState({ name: 'failed', error });
    });
    return () => {
      isUnmounted = true;
    };
    // The callbacks are new functions on each render but always behave the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [transport, token, hasSurvey, attempt]);

  if (loadState.name === 'ready') {
    return (
      <SignInFlow
        {...props}
        token={token}
        rules={loadState.rules}
        initialState={loadState.initialState}
      />
    );
  }
  if (loadState.name === 'loading') {
    return (
      <Skeleton label={t`Loading`}>
        <SkeletonCard lines={3} />
      </Skeleton>
    );
  }
  return (
    <div className="space-y-4">
      <h1 className="text-heading font-semibold break-long">
        <Trans>Almost there</Trans>
      </h1>
      <ErrorBlock messages={[errorText(loadState.error)]} />
      <Button
        size="large"
        fullWidth
        onClick={() => {
          setLoadState({ name: 'loading' });
          setAttempt(attempt + 1);
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
