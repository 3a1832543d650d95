import { sql, type Transaction } from 'kysely';
import { type OperatorGrant, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { type ApprovableAction } from './approvals.ts';
import { sendCode } from './operator-codes.ts';
import { type AuditedChange } from './operator-handler.ts';
import { endOperatorSessions, readGrants } from './operator-sessions.ts';

/** Reason of `conflict`: a country would be left without an administrator. */
const LAST_ADMINISTRATOR = 'last_administrator';

/** The new roles of an operator in some countries. */
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
 * True if the change first allows the operator to manage others, or to decide on approvals, in a country. Otherwise, an
 * administrator could invite a second address, and approve their own actions with it.
 */
export function isNewApprover(
  current: readonly OperatorGrant[],
  changed: readonly OperatorGrant[],
): boolean {
  return (['operators.manage', 'approvals.decide'] as const).some((right) => {
    const isNow = new Set(regionsWithRight(current, right));
    return regionsWithRight(changed, right).some((region) => !isNow.has(region));
  });
}

function administratorRegions(grants: readonly OperatorGrant[]): readonly RegionId[] {
  return grants.filter(({ role }) => role === 'administrator').flatMap(({ regions }) => regions);
}

/** Replaces roles and ends the operator's sessions, in one transaction. Invites an operator who had no roles. */
export async function replaceGrants(
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
  const operator = await raiseRev(trx, operatorId);
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

/** Raises the operator's version. */
export function raiseRev(trx: Transaction<Database>, operatorId: string) {
  return trx
    .updateTable('operators')
    .set(({ eb }) => ({ rev: eb('rev', '+', 1) }))
    .where('id', '=', operatorId)
    .returning(['email', 'language', 'signed_in_at', 'rev'])
    .executeTakeFirstOrThrow();
}

/** Two administrators who remove each other concurrently must not both succeed. */
export async function lockGrants(trx: Transaction<Database>): Promise<void> {
  await sql`lock table operator_grants in share row exclusive mode`.execute(trx);
}

/** Throws `conflict` if one of the countries is left without an active administrator. */
export async function requireAdministrators(
  trx: Transaction<Database>,
  regions: readonly RegionId[],
): Promise<void> {
  const remaining = await trx
    .selectFrom('operator_grants')
    .innerJoin('operators', 'operators.id', 'operator_grants.operator_id')
    .select('operator_grants.region_id')
    .distinct()
    .where('operator_grants.role', '=', 'administrator')
    .where('operators.active', '=', true)
    .execute();
  const covered = new Set(remaining.map(({ region_id }) => region_id));
  if (regions.some((region) => !covered.has(region)))
    throw new ApiFailure('conflict', { details: { reason: LAST_ADMINISTRATOR } });
}

/** The country if all are the same; otherwise null. */
export function commonRegion(regions: readonly RegionId[]): RegionId | null {
  const [first = null, ...others] = new Set(regions);
  return others.length === 0 ? first : null;
}

/** Approval of a change of roles. */
export const grantsApproval: ApprovableAction = {
  right: 'operators.manage',
  readRev: async (trx, id) => {
    const operator = await trx
      .selectFrom('operators')
      .select('rev')
      .where('id', '=', id)
      .executeTakeFirst();
    return operator?.rev ?? null;
  },
  // Written by `requestApproval` with the same type.
  regionsOf: (body) => (body as GrantChange).within,
  run: (trx, { recordId, body, services, audit }) =>
    replaceGrants(trx, recordId, body as GrantChange, { services, audit }),
};
