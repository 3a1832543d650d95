import { type Transaction } from 'kysely';
import { dayIn } from '#schemas/calendar-day.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type ApprovableAction, hasSecondPerson, requestApproval } from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type FieldChange } from './change-settings.ts';
import { type SettingValues } from './settings-versions.ts';

/** Approval of the cancellation of a version. */
interface CancelRequest {
  readonly regions: readonly RegionId[];
  readonly changes: readonly FieldChange[];
  readonly starts_on: string;
}

/** Revision of each planned version; constant until the version starts or is cancelled. */
const PLANNED_REV = 1;

/** Locks a planned version; undefined if it has started or was cancelled. */
function lockPlanned(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('settings_versions')
    .select(['region_id', 'changes', 'before', 'starts_at'])
    .where('uuid', '=', id)
    .where('state', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Cancels a planned version, or requests approval: one person could otherwise undo half of a change that two have
 * approved.
 */
export const cancelSettingsVersion: OperatorHandler<typeof operatorCalls.cancelSettingsVersion> = (
  { params: { id }, body: { why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const version = await lockPlanned(trx, id);
    if (!version) throw new ApiFailure('conflict');
    const region = version.region_id;
    const regions = [region];
    const requestedBy = operator.operatorId;
    if (!(await hasSecondPerson(trx, { right: cancelApproval.right, regions, requestedBy }))) {
      await cancel(trx, id, audit);
      return { approval: null };
    }
    // Written by settings-versions.ts.
    const [before, after] = [version.before as SettingValues, version.changes as SettingValues];
    const request: CancelRequest = {
      regions,
      changes: Object.entries(after).map(([field, value]) => ({
        ...{ field, before: before[field] ?? null, after: value },
      })),
      starts_on: dayIn(regionCodeOf(region), version.starts_at.getTime()),
    };
    const approval = await requestApproval(trx, clock.now(), {
      ...{ act: 'cancelSettingsVersion', body: request, why, regions, requestedBy },
      record: { kind: 'settings_version', id, rev: PLANNED_REV },
    });
    audit({
      ...{ kind: 'approval', id: approval, region },
      before: null,
      after: { version: id, starts_on: request.starts_on },
    });
    return { approval };
  });

async function cancel(
  trx: Transaction<Database>,
  id: string,
  audit: (change: AuditedChange) => void,
): Promise<void> {
  const { region_id: region } = await trx
    .updateTable('settings_versions')
    .set({ state: 'cancelled' })
    .where('uuid', '=', id)
    .returning('region_id')
    .executeTakeFirstOrThrow();
  audit({
    ...{ kind: 'settings_version', id, region },
    before: { state: 'planned' },
    after: { state: 'cancelled' },
  });
}

/** Approval of a cancellation. It becomes void if the version starts, or is cancelled, in the meantime. */
export const cancelApproval: ApprovableAction = {
  right: 'settings.edit',
  readRev: async (trx, id) => ((await lockPlanned(trx, id)) ? PLANNED_REV : null),
  // Written by `requestApproval` with the same type.
  regionsOf: (body) => (body as CancelRequest).regions,
  run: (trx, { recordId, audit }) => cancel(trx, recordId, audit),
};
