import * as v from 'valibot';
import { emptyResult } from '../api/call.ts';
import { emailAddress } from '../email.ts';
import { moment, text, uuid } from '../primitives.ts';
import { regionCode, regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';
import { operatorRights } from './operator-rights.ts';

/** The signed-in operator, with the rights that decide which parts the console shows. */
export const operatorSession = v.object({
  operator: v.object({ id: uuid, name: text(100), email: emailAddress }),
  /** `weak` if the operator signed in with a code instead of a passkey. */
  strength: v.picklist(['weak', 'passkey']),
  rights: v.array(v.object({ right: v.picklist(operatorRights), regions: v.array(regionId) })),
  /** All countries in which the operator has a right, ordered by number of companies. */
  regions: v.array(v.object({ id: regionId, code: regionCode })),
  /**
   * Risky actions don't ask for the passkey again until this time; null if the session was started without a passkey.
   */
  recent_until: v.nullable(moment),
  /** Time at which the session ends, even if the operator is active. */
  expires_at: moment,
  /** True if the operator has no passkey yet. */
  needs_passkey: v.boolean(),
});

/** Number of digits in a console sign-in code. */
export const OPERATOR_CODE_LENGTH = 10;
const operatorCode = v.pipe(v.string(), v.maxLength(OPERATOR_CODE_LENGTH), v.regex(/^\d{10}$/));

/** Options for the browser's WebAuthn calls, passed through unchanged. */
const passkeyOptions = v.object({ options: v.record(v.string(), v.unknown()) });

const base64url = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[\w-]+$/));
const MAX_PART = 8000;
const clientDataJSON = base64url(MAX_PART);
const credential = {
  id: base64url(1500),
  rawId: base64url(1500),
  type: v.literal('public-key'),
  clientExtensionResults: v.object({}),
};
const transport = v.pipe(v.string(), v.maxLength(20), v.regex(/^[a-z-]+$/));

const registrationResponse = v.object({
  ...credential,
  response: v.object({
    clientDataJSON,
    attestationObject: base64url(MAX_PART),
    transports: v.optional(v.pipe(v.array(transport), v.maxLength(10))),
  }),
});

const authenticationResponse = v.object({
  ...credential,
  response: v.object({
    clientDataJSON,
    authenticatorData: base64url(MAX_PART),
    signature: base64url(MAX_PART),
    userHandle: v.optional(base64url(200)),
  }),
});

/** Sign-in, passkeys and the session. */
export const sessionCalls = {
  readOperatorSession: defineOperatorCall(
    {
      id: 'readOperatorSession',
      method: 'GET',
      path: '/operator/v1/session',
      summary: 'Returns the signed-in operator and their rights.',
      result: operatorSession,
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
  sendOperatorCode: defineOperatorCall(
    {
      id: 'sendOperatorCode',
      method: 'POST',
      path: '/operator/v1/session/code',
      summary: 'Sends a code to an operator. The response is the same for unknown addresses.',
      body: v.object({ email: emailAddress }),
      result: emptyResult,
    },
    { right: null, scope: 'none', strength: 'none' },
  ),
  signInOperator: defineOperatorCall(
    {
      id: 'signInOperator',
      method: 'POST',
      path: '/operator/v1/session',
      summary: 'Starts a weak session with a sign-in code or an invitation code.',
      body: v.object({ email: emailAddress, code: operatorCode }),
      result: operatorSession,
      errors: ['invalid_code'],
    },
    { right: null, scope: 'none', strength: 'none' },
  ),
  startPasskeyRegistration: defineOperatorCall(
    {
      id: 'startPasskeyRegistration',
      method: 'POST',
      path: '/operator/v1/passkey/options',
      summary:
        'Returns the options for creating a passkey. An operator who already has one must have used it within the last 5 minutes.',
      result: passkeyOptions,
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
  registerPasskey: defineOperatorCall(
    {
      id: 'registerPasskey',
      method: 'POST',
      path: '/operator/v1/passkey',
      summary: 'Saves a new passkey, which also strengthens the session.',
      body: v.object({ response: registrationResponse }),
      result: operatorSession,
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
  startPasskeySignIn: defineOperatorCall(
    {
      id: 'startPasskeySignIn',
      method: 'POST',
      path: '/operator/v1/session/passkey/options',
      summary:
        'Returns the options for signing in with a passkey, or for confirming the session with it.',
      result: passkeyOptions,
    },
    { right: null, scope: 'none', strength: 'none' },
  ),
  signInWithPasskey: defineOperatorCall(
    {
      id: 'signInWithPasskey',
      method: 'POST',
      path: '/operator/v1/session/passkey',
      summary: 'Signs in with a passkey, or confirms the session with it.',
      body: v.object({ response: authenticationResponse }),
      result: operatorSession,
    },
    { right: null, scope: 'none', strength: 'none' },
  ),
  signOutOperator: defineOperatorCall(
    {
      id: 'signOutOperator',
      method: 'DELETE',
      path: '/operator/v1/session',
      summary: 'Ends the session.',
      result: emptyResult,
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
} as const;
