import { createContext, use } from 'react';
import { OperatorError } from './operator-error.ts';
import type { OperatorSession } from './session.ts';

/** Asks for the passkey once more. Rejects with an `OperatorError` if it isn't used. */
export type ConfirmWithPasskey = () => Promise<OperatorSession>;

export const ConfirmPasskeyContext = createContext<ConfirmWithPasskey>(() =>
  Promise.reject(new OperatorError('passkey_cancelled')),
);

export const useConfirmWithPasskey = (): ConfirmWithPasskey => use(ConfirmPasskeyContext);
