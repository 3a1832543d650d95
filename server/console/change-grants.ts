import { sql, type Transaction } from 'kysely';
import { OWN_ACCESS, TWO_STEPS } from '#schemas/operator/approval-calls.ts';
import { type OperatorGrant, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { type ApprovableAction, hasSecondPerson } from './approvals.ts';
import { readApprovers, regionsWithOneApprover } from './approvers.ts';
import { sendCode } from './operator-codes.ts';
import { type AuditedChange } from './operator-handler.ts';
import { commonRegion } from './operator-scope.ts';
import { endOperatorSessions, readGrants } from './operator-sessions.ts';

/** Reason for `conflict`: a country would be left without an administrator. */
const LAST_ADMINISTRATOR = 'last_administrator';

/** An operator's new roles in some countries. */
interface GrantChange {
  readonly grants: readonly OperatorGrant[];
  /** Countries whose roles are replaced; roles in other countries stay. */
  readonly within: readonly RegionId[];
}

interface ChangeContext {
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

/**
 * Returns the countries in which a change newly allows the operator to manage others, or to decide on approvals. Such a
 * change needs approval: otherwise an administrator could invite a second address of their own, and use it to approve
 * their own actions.
 */
function findNewApproverRegions(
  current: readonly OperatorGrant[],
  newGrants: readonly OperatorGrant[],
): readonly RegionId[] {
  return (['operators.manage', 'approvals.decide'] as const).flatMap((right) => {
    const currentRegions = new Set(regionsWithRight(current, right));
    return regionsWithRight(newGrants, right).filter((region) => !currentRegions.has(region));
  });
}

/** The approval that a change to an operator's roles needs. */
interface NeededApproval {
  readonly regions: readonly RegionId[];
  /**
   * Present if the change would leave a country with only one approver. Only the operator whose access changes, or an
   * administrator who was added in the meantime, can approve it.
   */
  readonly leaves_one_approver?: true;
}

/**
 * Finds the approval that a change to roles needs; null if it needs none. The caller must have locked the grants.
 * @param operator the operator's roles before and after the change; they have none while they are inactive
 * @throws ApiFailure `conflict` if no single person could approve the change, or if someone else must make it
 */
export async function findNeededApproval(
  trx: Transaction<Database>,
  operator: {
    readonly id: string;
    readonly before: readonly OperatorGrant[];
    readonly after: readonly OperatorGrant[];
  },
  requestedBy: string,
): Promise<NeededApproval | null> {
  const { id, before, after } = operator;
  const gainedRegions = [...new Set(findNewApproverRegions(before, after))];
  const singleApproverRegions = regionsWithOneApprover(await readApprovers(trx), id, after);
  const approval = {
    right: 'operators.manage',
    regions: gainedRegions,
    requestedBy,
    affectedOperator: id,
  } as const;
  const createConflict = (reason: string) => new ApiFailure('conflict', { details: { reason } });
  if (gainedRegions.length > 0 && (await hasSecondPerson(trx, approval))) {
    if (singleApproverRegions.length > 0) throw createConflict(TWO_STEPS);
    return { regions: gainedRegions };
  }
  if (singleApproverRegions.length === 0) return null;
  if (id === requestedBy) throw createConflict(OWN_ACCESS);
  return { regions: singleApproverRegions, leaves_one_approver: true };
}

function administratorRegions(grants: readonly OperatorGrant[]): readonly RegionId[] {
  return grants.filter(({ role }) => role === 'administrator').flatMap(({ regions }) => regions);
}

/** Activates or deactivates an operator, and ends their sessions. The caller must have locked the grants. */
export async function writeActive(
  trx: Transaction<Database>,
  id: string,
  active: boolean,
  {
    services,
    audit,
  }: Pick<ChangeContext, 'audit'> & { readonly services: Pick<Services, 'clock'> },
): Promise<void> {
  await trx.updateTable('operators').set({ active }).where('id', '=', id).execute();
  const grants = await readGrants(trx, id);
  await requireAdministrators(trx, administratorRegions(grants));
  await incrementRev(trx, id);
  await endOperatorSessions(trx, services.clock.now(), { operatorId: id });
  const region = commonRegion(grants.flatMap(({ regions }) => regions));
  audit({ kind: 'operator', id, region, before: { active: !active }, after: { active } });
}

/** Replaces roles and ends the operator's sessions, in one transaction. Invites an operator who had no roles. */
async function replaceGrants(
  trx: Transaction<Database>,
  operatorId: string,
  { grants, within }: GrantChange,
  { services, audit }: ChangeContext,
): Promise<void> {
  await lockGrants(trx);
  const before = await readGrants(trx, operatorId);
  await trx
    .deleteFrom('operator_grants')
    .where('operator_id', '=', operatorId)
    .where('region_id', 'in', within)
    .execute();
  const rows = grants.flatMap(({ role, regions }) =>
    [...new Set(regions)].map((region_id) => ({ operator_id: operatorId, role, region_id })),
  );
  await trx
    .insertInto('operator_grants')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await requireAdministrators(trx, administratorRegions(before));
  const operator = await incrementRev(trx, operatorId);
  await endOperatorSessions(trx, services.clock.now(), { operatorId });
  if (before.length === 0 && operator.signed_in_at === null) {
    const { email, language } = operator;
    await sendCode(trx, services, { kind: 'invitation', email, recipient: { language } });
  }
  const after = await readGrants(trx, operatorId);
  audit({
    kind: 'operator',
    id: operatorId,
    region: commonRegion(within),
    before: { grants: before },
    after: { grants: after },
  });
}

/** Increments the operator's version. */
function incrementRev(trx: Transaction<Database>, operatorId: string) {
  return trx
    .updateTable('operators')
    .set(({ eb }) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', operatorId)
    .returning(['email', 'language', 'signed_in_at', 'rev'])
    .executeTakeFirstOrThrow();
}

/** Locks the grants, so that two administrators can't remove each other concurrently. */
export async function lockGrants(trx: Transaction<Database>): Promise<void> {
  await sql`lock table operator_grants in share row exclusive mode`.execute(trx);
}

/** Throws `conflict` if one of the countries is left without an active administrator. */
async function requireAdministrators(
  trx: Transaction<Database>,
  regions: readonly RegionId[],
): Promise<void> {
  const administrators = await trx
    .selectFrom('operator_grants')
    .innerJoin('operators', 'operators.id', 'operator_grants.operator_id')
    .select('operator_grants.region_id')
    .distinct()
    .where('operator_grants.role', '=', 'administrator')
    .where('operators.active', '=', true)
    .execute();
  const coveredRegions = new Set(administrators.map(({ region_id }) => region_id));
  if (regions.some((region) => !coveredRegions.has(region)))
    throw new ApiFailure('conflict', { details: { reason: LAST_ADMINISTRATOR } });
}

interface GrantsRequest extends GrantChange, Partial<NeededApproval> {}
interface ActiveRequest extends Partial<NeededApproval> {
  readonly active: boolean;
}

/** Shared parts of both approvals. */
const operatorApproval = {
  right: 'operators.manage',
  readRev: async (trx: Transaction<Database>, id: string) => {
    await lockGrants(trx);
    const operator = await trx
      .selectFrom('operators')
      .select('rev')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return operator?.rev ?? null;
  },
  canAffectedOperatorApprove: (body: Partial<NeededApproval>) => body.leaves_one_approver === true,
} as const;

/** Approval of a change to roles. */
export const grantsApproval: ApprovableAction<GrantsRequest> = {
  ...operatorApproval,
  // Requests stored by the previous version have only `within`.
  regionsOf: ({ regions, within }) => regions ?? within,
  requestRegionsOf: ({ within }) => within,
  run: (trx, { recordId, body, services, audit }) =>
    replaceGrants(trx, recordId, body, { services, audit }),
};

/** Approval of deactivating an approver, or of activating one again. */
export const activeApproval: ApprovableAction<ActiveRequest> = {
  ...operatorApproval,
  regionsOf: ({ regions = [] }) => regions,
  run: (trx, { recordId, body, services, audit }) =>
    writeActive(trx, recordId, body.active, { services, audit }),
};
