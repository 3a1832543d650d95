import { type Kysely } from 'kysely';
import {
  type OperatorGrant,
  type OperatorRight,
  operatorRights,
  regionsWithRight,
} from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { readAllGrants } from './operator-sessions.ts';

/** An active operator who could approve actions, and their roles. */
interface Approver {
  readonly id: string;
  readonly grants: readonly OperatorGrant[];
}

/**
 * Reads the active operators who have or had a passkey. An operator whose passkeys were reset still
 * counts: otherwise an administrator could reset another's passkeys, and then act without approval.
 */
export async function readApprovers(db: Kysely<Database>): Promise<readonly Approver[]> {
  const operators = await db
    .selectFrom('operators')
    .select('id')
    .where('active', '=', true)
    .where((eb) =>
      eb.or([
        eb('had_passkey', '=', true),
        eb.exists(
          eb
            .selectFrom('operator_passkeys')
            .select('operator_passkeys.id')
            .whereRef('operator_passkeys.operator_id', '=', 'operators.id'),
        ),
      ]),
    )
    .execute();
  const ids = operators.map(({ id }) => id);
  const grantsByOperator = await readAllGrants(db, ids);
  return ids.map((id) => ({ id, grants: grantsByOperator.get(id) ?? [] }));
}

/** Countries in which the grants allow approving actions that need a right. */
export function approvalRegions(
  grants: readonly OperatorGrant[],
  right: OperatorRight,
): readonly RegionId[] {
  const decidingRegions = regionsWithRight(grants, 'approvals.decide');
  return regionsWithRight(grants, right).filter((region) => decidingRegions.includes(region));
}

/**
 * Finds the countries where a change to an operator's roles would leave a single approver for some actions. That
 * approver could then act alone.
 * @param after the operator's roles after the change; none for a deactivation
 */
export function regionsWithOneApprover(
  approvers: readonly Approver[],
  operatorId: string,
  after: readonly OperatorGrant[],
): readonly RegionId[] {
  const target = approvers.find(({ id }) => id === operatorId);
  if (target === undefined) return [];
  const otherApprovers = approvers.filter(({ id }) => id !== operatorId);
  const regions = operatorRights.flatMap((right) => {
    const retainedRegions = approvalRegions(after, right);
    const otherRegions = otherApprovers.map(({ grants }) => approvalRegions(grants, right));
    return approvalRegions(target.grants, right).filter(
      (region) =>
        !retainedRegions.includes(region) &&
        otherRegions.filter((regions) => regions.includes(region)).length === 1,
    );
  });
  return [...new Set(regions)];
}
