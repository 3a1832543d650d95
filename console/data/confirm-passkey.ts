import { createContext, use } from 'react';
import { OperatorError } from './operator-error.ts';
import type { OperatorSession } from './session.ts';

/** Asks the operator to confirm with their passkey. Rejects with an `OperatorError` if they don't. */
export type ConfirmWithPasskey = () => Promise<OperatorSession>;

export const ConfirmPasskeyContext = createContext<ConfirmWithPasskey>(() =>
  Promise.reject(new OperatorError('passkey_cancelled')),
);

export const useConfirmWithPasskey = (): ConfirmWithPasskey => use(ConfirmPasskeyContext);
