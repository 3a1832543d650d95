import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { sessionCalls } from '#schemas/operator/session-calls.ts';
import { callOperator, type InputOf } from './call-operator.ts';
import { OperatorError } from './operator-error.ts';
import type { OperatorSession } from './session.ts';

type Registration = InputOf<typeof sessionCalls.registerPasskey>['body']['response'];
type Authentication = InputOf<typeof sessionCalls.signInWithPasskey>['body']['response'];

/** Creates and saves a passkey on this device, which also strengthens the session. */
export async function registerPasskey(): Promise<OperatorSession> {
  const { options } = await callOperator(sessionCalls.startPasskeyRegistration, {});
  const response = await mapPasskeyErrors(() =>
    startRegistration({
      // The cast is safe, because the server's options are passed through unchanged.
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    }),
  );
  return callOperator(sessionCalls.registerPasskey, {
    body: { response: response as unknown as Registration },
  });
}

/** Signs in with a passkey, or confirms the session with it. */
export async function signInWithPasskey(): Promise<OperatorSession> {
  const { options } = await callOperator(sessionCalls.startPasskeySignIn, {});
  const response = await mapPasskeyErrors(() =>
    startAuthentication({
      // The cast is safe, because the server's options are passed through unchanged.
      optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'],
    }),
  );
  return callOperator(sessionCalls.signInWithPasskey, {
    body: { response: response as unknown as Authentication },
  });
}

/** Converts the browser's failures to codes that have a message. */
async function mapPasskeyErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new OperatorError(passkeyFailure(error));
  }
}

type PasskeyFailure = 'passkey_cancelled' | 'passkey_known' | 'passkey_failed';

function passkeyFailure(error: unknown): PasskeyFailure {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'passkey_known';
  // Browsers report cancellation and timeout the same way.
  return error instanceof Error && error.name === 'NotAllowedError'
    ? 'passkey_cancelled'
    : 'passkey_failed';
}
