import { defineCall, type Call } from '../api/call.ts';
import type { OperatorRight } from './operator-rights.ts';

/** Records that belong to a country through their company, or have a country themselves. */
export type ScopedRecord = 'company' | 'installer' | 'order' | 'project' | 'scan';

/**
 * How a call is limited to the operator's countries:
 * - `list`: the result contains records of these countries only;
 * - a record: the server verifies its country before the handler runs, and responds `not_found` otherwise;
 * - `none`: the call concerns no records of a country, such as the operator's own session.
 */
export type OperatorScope =
  | 'list'
  | 'none'
  | {
      readonly record: ScopedRecord;
      /** Where the id, or the list of ids, is. */
      readonly in: 'params' | 'body';
      readonly field: string;
    };

/**
 * The session that a call needs: none, one started by a code (`weak`), one with a passkey, or one whose passkey
 * was used in the last 5 minutes.
 */
export type SessionStrength = 'none' | 'weak' | 'passkey' | 'recent';

/** A call of the operator console, declared once for client, server, documentation and tests. */
export type OperatorCall = Call & {
  /** The right that the operator needs; null if a session is enough. */
  readonly right: OperatorRight | null;
  readonly scope: OperatorScope;
  readonly strength: SessionStrength;
  /** True if the call changes something: it is audited and needs `why` in its body. */
  readonly isAct: boolean;
};

type CallInput = Parameters<typeof defineCall>[0];

interface OperatorOptions {
  readonly right: OperatorRight | null;
  readonly scope: OperatorScope;
  readonly strength?: SessionStrength;
  readonly isAct?: boolean;
}

/** Declares a call of the console. Its path starts with `/operator/v1/`. */
export function defineOperatorCall<const C extends CallInput>(
  call: C,
  { right, scope, strength = 'passkey', isAct = false }: OperatorOptions,
) {
  return { ...defineCall(call), right, scope, strength, isAct };
}
