import { type Transaction } from 'kysely';
import { type BodyOf, type ParamsOf, type QueryOf, type ResultOf } from '#schemas/api/call.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type ScopedQueries } from './operator-scope.ts';

/** The signed-in operator of a request. */
export interface OperatorActor {
  readonly operatorId: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  readonly strength: 'weak' | 'passkey';
  /** When the session's passkey was last used, in milliseconds since 1970. */
  readonly passkeyUsedAt: number | null;
  /** End of the session unless a person uses it before. */
  readonly idleUntil: number;
  /** Absolute end of the session. */
  readonly expiresAt: number;
  readonly grants: readonly OperatorGrant[];
  /**
   * Countries in which the operator has the call's right; all of the operator's countries if the call needs no right.
   */
  readonly regions: readonly RegionId[];
  /** Queries limited to these countries. */
  readonly queries: ScopedQueries;
}

/**
 * A changed record. `before` and `after` contain only the fields that changed. `recordOutcome` hides contact data,
 * texts and codes in them.
 */
export interface AuditedChange {
  readonly kind: string;
  readonly id: string;
  readonly region: RegionId | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Validated input of an operator's call. */
export interface OperatorInput<C extends OperatorCall> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly idempotencyKey: string | null;
  /** Null if there is no session, which is possible only in calls of strength `none`. */
  readonly operator: C['strength'] extends 'none' ? OperatorActor | null : OperatorActor;
  /** The client's network, for rate limits only. Never logged. */
  readonly clientNetwork: string;
  /** Records a change made by this action. */
  readonly audit: (change: AuditedChange) => void;
  /**
   * Runs an action in one transaction, once per idempotency key, and stores its changes and outcome in the audit. Every
   * action must use it.
   */
  readonly runAction: <Result>(
    work: (trx: Transaction<Database>) => Promise<Result>,
  ) => Promise<Result>;
  /** Sets the session cookie of the response; null removes it. */
  readonly setSession: (token: string | null) => void;
}

/** Implements one of the console's calls. */
export type OperatorHandler<C extends OperatorCall> = (
  input: OperatorInput<C>,
  services: Services,
) => Promise<ResultOf<C>>;

/** Handlers of all calls. Each area exports its own with `satisfies Partial<OperatorHandlers>`. */
export type OperatorHandlers = {
  readonly [Id in OperatorCallId]: OperatorHandler<(typeof operatorCalls)[Id]>;
};
