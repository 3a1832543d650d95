import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type TestInput } from './test-app.ts';

/** Records of one country, by kind. */
export type RegionRecords = Readonly<Record<ScopedRecord, string>> & { readonly region: RegionId };

type Examples = {
  readonly [Id in OperatorCallId]: (
    records: RegionRecords,
  ) => TestInput<(typeof operatorCalls)[Id]>;
};

const email = 'unknown@club.example';
const credential = {
  id: 'dW5rbm93bg',
  rawId: 'dW5rbm93bg',
  type: 'public-key',
  clientExtensionResults: {},
} as const;

/**
 * Valid input of each call, about records of one country. Acts name a record that doesn't exist where a record of a
 * country isn't needed, so that the matrix of rights changes nothing.
 */
export const consoleExamples: Examples = {
  readOperatorSession: () => ({}),
  sendOperatorCode: () => ({ body: { email } }),
  signInOperator: () => ({ body: { email, code: '0000000000' } }),
  startPasskeyRegistration: () => ({}),
  registerPasskey: () => ({
    body: {
      response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
    },
  }),
  startPasskeySignIn: () => ({}),
  signInWithPasskey: () => ({
    body: {
      response: {
        ...credential,
        response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
      },
    },
  }),
  signOutOperator: () => ({}),
  listAudit: ({ company }) => ({ query: { record: company } }),
  verifyAudit: () => ({}),
};
