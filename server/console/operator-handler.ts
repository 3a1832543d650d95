import { type Transaction } from 'kysely';
import { type BodyOf, type ParamsOf, type QueryOf, type ResultOf } from '#schemas/api/call.ts';
import { type OperatorCall } from '#schemas/operator/operator-call.ts';
import { type OperatorCallId, type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorGrant } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type Slot } from '../http/overload/concurrency-limits.ts';
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
  /** Time at which an idle session ends, unless the operator uses the console before then. */
  readonly idleExpiresAt: number;
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
  /**
   * Waits for something other than the database. Meanwhile, the call gives up its slot, so that other operators' calls
   * can run.
   */
  readonly waitOutside: Slot['waitOutside'];
  /** Sets the session cookie of the response; null removes it. */
  readonly setSession: (token: string | null) => void;
}

declare const decided: unique symbol;
/**
 * The approval's id; null if the action ran. Only `runOrRequestApproval` creates it, so an action that forgets to
 * request its approval doesn't compile.
 */
export interface ApprovalOutcome {
  readonly [decided]: true;
}

/** Result of a call; of an action that can require approval, with the outcome of `runOrRequestApproval`. */
type HandlerResult<C extends OperatorCall> = 'never' extends C['secondPerson']
  ? ResultOf<C>
  : Omit<ResultOf<C>, 'approval'> & { readonly approval: ApprovalOutcome };

/** Implements one of the console's calls. */
export type OperatorHandler<C extends OperatorCall> = (
  input: OperatorInput<C>,
  services: Services,
) => Promise<HandlerResult<C>>;

/** Handlers of all calls. Each area exports its own with `satisfies Partial<OperatorHandlers>`. */
export type OperatorHandlers = {
  readonly [Id in OperatorCallId]: OperatorHandler<(typeof operatorCalls)[Id]>;
};
