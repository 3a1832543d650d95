import { type Transaction } from 'kysely';
import { dayIn } from '#schemas/calendar-day.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type ApprovableAction, runOrRequestApproval } from '../console/approvals.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { findCancelProblem } from './check-change.ts';
import { type FieldChange } from './change-settings.ts';
import { lockSettings, type SettingValues } from './settings-versions.ts';

/** A requested cancellation, which a second person may have to approve. */
interface CancelRequest {
  readonly regions: readonly RegionId[];
  readonly changes: readonly FieldChange[];
  readonly starts_on: string;
}

/** Revision of each planned version; constant until the version starts or is cancelled. */
const PLANNED_REV = 1;

/**
 * Locks the settings of a country, and then one of their planned versions. Changes to the settings lock in the same
 * order, to avoid deadlocks.
 * @returns the version, with a problem if later versions depend on it; undefined if the version has started or was
 *   cancelled
 */
async function lockPlannedVersion(trx: Transaction<Database>, id: string) {
  const unlockedVersion = await trx
    .selectFrom('settings_versions')
    .select('region_id')
    .where('uuid', '=', id)
    .executeTakeFirst();
  if (!unlockedVersion) return undefined;
  const region = unlockedVersion.region_id;
  const settings = await lockSettings(trx, regionCodeOf(region));
  const version = await trx
    .selectFrom('settings_versions')
    .select(['region_id', 'changes', 'before', 'starts_at'])
    .where('uuid', '=', id)
    .where('state', '=', 'planned')
    .forUpdate()
    .executeTakeFirst();
  const problem = settings && (await findCancelProblem(trx, settings, { region, id }));
  return version && { ...version, problem };
}

/**
 * Cancels a planned version. If there is a second person, requests their approval instead, because one person could
 * otherwise undo half of a change that two people have approved.
 */
export const cancelSettingsVersion: OperatorHandler<typeof operatorCalls.cancelSettingsVersion> = (
  { params: { id }, body: { why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const version = await lockPlannedVersion(trx, id);
    if (!version) throw new ApiFailure('conflict');
    if (version.problem) throw version.problem;
    const region = version.region_id;
    // The casts are safe, because `settings-versions.ts` writes these values.
    const [before, after] = [version.before as SettingValues, version.changes as SettingValues];
    const starts_on = dayIn(regionCodeOf(region), version.starts_at.getTime());
    const changes = Object.entries(after).map(([field, value]) => ({
      ...{ field, before: before[field] ?? null, after: value },
    }));
    const { approval } = await runOrRequestApproval(
      trx,
      cancelApproval,
      {
        ...{ act: 'cancelSettingsVersion', record: { kind: 'settings_version', id } },
        body: { regions: [region], changes, starts_on },
        summary: { version: id, starts_on },
      },
      { operator, why, audit, services },
    );
    return { approval };
  });

/**
 * Approval of a cancellation. The approval becomes void if the version starts, is cancelled or is needed by a later
 * version in the meantime.
 */
export const cancelApproval: ApprovableAction<CancelRequest> = {
  right: 'settings.edit',
  readRev: async (trx, id) => {
    const version = await lockPlannedVersion(trx, id);
    return version && !version.problem ? PLANNED_REV : null;
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { recordId: id, audit }) => {
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
  },
};
