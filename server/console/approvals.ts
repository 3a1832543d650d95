import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { SEVERAL_COUNTRIES } from '#schemas/operator/approval-calls.ts';
import { type SecondPersonCallId } from '#schemas/operator/operator-calls.ts';
import { type OperatorRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { approvalRegions, readApprovers } from './approvers.ts';
import {
  type ApprovalOutcome,
  type AuditedChange,
  type OperatorActor,
} from './operator-handler.ts';
import { commonRegion } from './operator-scope.ts';
import { findOperatorsOfRecord } from './own-company.ts';

/**
 * An action that can require a second person's approval. It runs immediately, or once approved, by the same function.
 */
export interface ApprovableAction<Body, Result = void> {
  /** Right required for the action and for its approval. */
  readonly right: OperatorRight;
  /**
   * Reads the current version of the record, or one version for all records named in the body. Returns null if a record
   * doesn't exist. If the version has changed since the request, the approval becomes void.
   * @param now milliseconds since 1970
   */
  readonly readRev: (
    trx: Transaction<Database>,
    recordId: string,
    body: Body,
    now: number,
  ) => Promise<number | null>;
  /**
   * Countries affected by the action. Empty if the action affects all countries; any operator with the action's right
   * can then approve it.
   */
  readonly regionsOf: (body: Body) => readonly RegionId[];
  /** Countries in which the requesting operator needs the action's right; by default the affected ones. */
  readonly requestRegionsOf?: (body: Body) => readonly RegionId[];
  /** True if the operator affected by the action is also allowed to approve it. By default they aren't. */
  readonly canAffectedOperatorApprove?: (body: Body) => boolean;
  /** Validates what `run` would otherwise reject only after the approval. */
  readonly validateRequest?: (
    trx: Transaction<Database>,
    request: Pick<RunRequest<Body>, 'recordId' | 'body' | 'requestedBy'>,
  ) => Promise<void>;
  /** Makes the change and audits it. */
  readonly run: (trx: Transaction<Database>, request: RunRequest<Body>) => Promise<Result>;
}

interface RunRequest<Body> {
  readonly recordId: string;
  readonly body: Body;
  /** The reason of the operator who requested the action. */
  readonly why: string;
  readonly requestedBy: string;
  /** Session of the requesting operator; null if the action runs after its approval. */
  readonly sessionId: string | null;
  /** True if a second person has approved the action. */
  readonly isApproved: boolean;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

/** Runs an action and throws if it audits no change, so that its transaction is rolled back. */
export async function runAudited<Body, Result>(
  trx: Transaction<Database>,
  action: ApprovableAction<Body, Result>,
  request: RunRequest<Body>,
): Promise<Result> {
  let isAudited = false;
  const audit = (change: AuditedChange) => {
    isAudited = true;
    request.audit(change);
  };
  const result = await action.run(trx, { ...request, audit });
  if (!isAudited) throw new Error('An action that can require approval must audit its change.');
  return result;
}

/** The operator's action, for which an approval may be requested. */
export interface RequestContext {
  readonly operator: Pick<OperatorActor, 'operatorId' | 'sessionId'>;
  readonly why: string;
  readonly audit: (change: AuditedChange) => void;
  readonly services: Services;
}

/**
 * Runs an action, or requests a second person's approval of it, and audits what was done. Every call whose declaration
 * has `secondPerson` returns the `approval` of this function.
 * @returns the approval's id, or null with the action's result
 * @throws ApiFailure `conflict` if several people could approve it together, but none of them alone
 */
export async function runOrRequestApproval<Body, Result>(
  trx: Transaction<Database>,
  action: ApprovableAction<Body, Result>,
  request: {
    readonly act: SecondPersonCallId;
    readonly record: { readonly kind: string; readonly id: string };
    readonly body: Body;
    /** Fields of a request that are written to the audit. */
    readonly summary: Readonly<Record<string, unknown>>;
    /** `if_possible`, the default, requests it only if another operator could approve. */
    readonly approval?: 'none' | 'if_possible' | 'required';
    /** Country of the audited request; by default the one that the action affects. */
    readonly region?: RegionId;
  },
  { operator: { operatorId: requestedBy, sessionId }, why, audit, services }: RequestContext,
): Promise<{ readonly approval: ApprovalOutcome; readonly result: Result | null }> {
  const { act, record, body, summary, approval: need = 'if_possible' } = request;
  const regions = action.regionsOf(body);
  const { right } = action;
  const run = { recordId: record.id, body, why, requestedBy, audit, services };
  const needsApproval =
    need === 'required' ||
    (need === 'if_possible' &&
      (await hasSecondPerson(trx, { right, regions, requestedBy, record })));
  if (!needsApproval) {
    const result = await runAudited(trx, action, { ...run, sessionId, isApproved: false });
    return { approval: toOutcome(null), result };
  }
  await action.validateRequest?.(trx, run);
  const now = services.clock.now();
  const rev = await action.readRev(trx, record.id, body, now);
  if (rev === null) throw new ApiFailure('conflict');
  const id = await requestApproval(trx, now, {
    ...{ act, body, why, regions, requestedBy, record: { ...record, rev } },
  });
  const { region = commonRegion(regions) } = request;
  audit({ kind: 'approval', id, region, before: null, after: summary });
  return { approval: toOutcome(id), result: null };
}

// Handlers only pass the outcome on. In the response, it's the approval's id or null.
const toOutcome = (id: string | null) => id as unknown as ApprovalOutcome;

/** Outcome of an action that finds nothing to change. */
export const nothingToApprove = toOutcome(null);

/**
 * Stores an action for approval.
 * @returns the approval's id
 */
export async function requestApproval(
  trx: Transaction<Database>,
  now: number,
  request: {
    readonly act: SecondPersonCallId;
    readonly body: unknown;
    readonly why: string;
    readonly regions: readonly RegionId[];
    readonly record: { readonly kind: string; readonly id: string; readonly rev: number };
    readonly requestedBy: string;
  },
): Promise<string> {
  const { act, body, why, record, requestedBy } = request;
  const uuid = randomUUID();
  await trx
    .insertInto('operator_approvals')
    .values({
      uuid,
      act,
      why,
      body: toJsonb(body),
      region_id: commonRegion(request.regions),
      record_kind: record.kind,
      record_id: record.id,
      record_rev: record.rev,
      requested_by: requestedBy,
      requested_at: new Date(now),
    })
    .execute();
  return uuid;
}

/** Actions done without a second person within this period count together, so that a large action can't be split up. */
export const SPLIT_WINDOW_MS = DAY_MS;

/** Locks an operator until the transaction ends, so that concurrent actions are counted one after the other. */
export async function lockOperatorForCounting(
  trx: Transaction<Database>,
  operatorId: string,
): Promise<void> {
  await trx
    .selectFrom('operators')
    .select('id')
    .where('id', '=', operatorId)
    .forNoKeyUpdate()
    .execute();
}

/**
 * True if another operator has the right for the action in all of its countries, and so could approve it. Without such
 * an operator, no approval is needed: otherwise a country's first administrator could never appoint a second one.
 * @throws ApiFailure `conflict` if other operators could approve the action in some of its countries, but none of them
 *   in all
 */
export async function hasSecondPerson(
  db: Kysely<Database>,
  action: {
    readonly right: OperatorRight;
    readonly regions: readonly RegionId[];
    readonly requestedBy: string;
    /** Operator whose own roles the action changes. */
    readonly affectedOperator?: string;
    /** Record that the action changes. Operators who belong to the record's company can't approve the action. */
    readonly record?: { readonly kind: string; readonly id: string };
  },
): Promise<boolean> {
  const approvers = await readApprovers(db);
  const ids = approvers.map(({ id }) => id);
  const companyOperatorIds =
    action.record === undefined
      ? new Set<string>()
      : await findOperatorsOfRecord(db, ids, action.record);
  const otherRegions = approvers
    .filter(({ id }) => id !== action.requestedBy && id !== action.affectedOperator)
    .filter(({ id }) => !companyOperatorIds.has(id))
    .map(({ grants }) => approvalRegions(grants, action.right));
  const isCovered = (allowedRegions: readonly RegionId[]) =>
    allowedRegions.length > 0 && action.regions.every((region) => allowedRegions.includes(region));
  if (otherRegions.some(isCovered)) return true;
  // Without this error, an operator could avoid the approval by adding a change in another country.
  if (
    action.regions.some((region) =>
      otherRegions.some((allowedRegions) => allowedRegions.includes(region)),
    )
  )
    throw new ApiFailure('conflict', { details: { reason: SEVERAL_COUNTRIES } });
  return false;
}
