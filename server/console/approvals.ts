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
import { type AuditedChange } from './operator-handler.ts';
import { findOperatorsOfRecord } from './own-company.ts';

/** An action that requires a second person's approval. Once approved, the server runs it unchanged. */
export interface ApprovableAction {
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
    body: unknown,
    now: number,
  ) => Promise<number | null>;
  /** Countries affected by the action. Empty if it affects all; any operator with the right may then approve it. */
  readonly regionsOf: (body: unknown) => readonly RegionId[];
  /** Countries in which the requesting operator needs the right; by default the affected ones. */
  readonly requestRegionsOf?: (body: unknown) => readonly RegionId[];
  /** True if the operator affected by the action can approve it, too. By default they can't. */
  readonly isConsent?: (body: unknown) => boolean;
  readonly run: (trx: Transaction<Database>, request: ApprovedRequest) => Promise<void>;
}

interface ApprovedRequest {
  readonly recordId: string;
  readonly body: unknown;
  readonly requestedBy: string;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

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
  const regions = new Set(request.regions);
  const [region = null] = regions;
  const uuid = randomUUID();
  await trx
    .insertInto('operator_approvals')
    .values({
      uuid,
      act,
      why,
      body: toJsonb(body),
      region_id: regions.size === 1 ? region : null,
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
  const ofCompany =
    action.record === undefined
      ? new Set<string>()
      : await findOperatorsOfRecord(db, ids, action.record);
  const others = approvers
    .filter(({ id }) => id !== action.requestedBy && id !== action.affectedOperator)
    .filter(({ id }) => !ofCompany.has(id))
    .map(({ grants }) => approvalRegions(grants, action.right));
  const isCovered = (allowedRegions: readonly RegionId[]) =>
    allowedRegions.length > 0 && action.regions.every((region) => allowedRegions.includes(region));
  if (others.some(isCovered)) return true;
  // Otherwise a change in another country could be added to avoid an approval.
  if (
    action.regions.some((region) =>
      others.some((allowedRegions) => allowedRegions.includes(region)),
    )
  )
    throw new ApiFailure('conflict', { details: { reason: SEVERAL_COUNTRIES } });
  return false;
}
