import { type Transaction } from 'kysely';
import { COMPANY_TYPE_USED, VERSION_PLANNED } from '#schemas/operator/settings-calls.ts';
import { listFields } from '#schemas/operator/setting-lists.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { findCompanyTypeConflicts } from './settings-conflicts.ts';
import { type SettingValues, withValues } from './settings-versions.ts';
import { type RegionSettings } from './write-settings.ts';

const TYPES_FIELD = 'regional.company_types';
/** Settings that must be consistent with each other. */
const typeFields = [TYPES_FIELD, 'regional.company_type_state'];

/** A version to be added. */
interface RequestedVersion {
  readonly region: RegionId;
  readonly changes: SettingValues;
  /** Milliseconds since 1970. */
  readonly startsAt: number;
}

/**
 * Returns the reason why a version can't be added; null if it can be added. The caller has locked and read the
 * settings. Applies the rules of `club setup` to the settings at the version's start and at the start of each later
 * version.
 */
export async function findChangeProblem(
  trx: Transaction<Database>,
  settings: RegionSettings,
  { region, changes, startsAt }: RequestedVersion,
): Promise<ApiFailure | null> {
  const plannedVersions = await loadPlannedVersions(trx, region);
  const isList = (field: string) => field in listFields;
  const lists = Object.keys(changes).filter(isList);
  if (lists.some((field) => plannedVersions.some((version) => field in version.changes)))
    return new ApiFailure('conflict', { details: { reason: VERSION_PLANNED } });
  const isLater = ({ starts_at }: { readonly starts_at: Date }) => starts_at.getTime() > startsAt;
  const earlierVersions = plannedVersions.filter((version) => !isLater(version));
  const newAndLaterVersions = [{ changes }, ...plannedVersions.filter(isLater)];
  const settingsAtStart = earlierVersions.reduce(
    (values, version) => withValues(values, version.changes),
    settings,
  );
  const problem = findConflict(settingsAtStart, newAndLaterVersions);
  if (problem !== null) return problem;
  const types = changes[TYPES_FIELD];
  if (types === undefined) return null;
  // The cast is safe, because the call's schema validates the types.
  const requestedTypes = types as RegionSettings['regional']['company_types'];
  return (await affectsUsedType(trx, region, settings.regional.company_types, requestedTypes))
    ? new ApiFailure('invalid_input', { details: { reason: COMPANY_TYPE_USED } })
    : null;
}

/**
 * Returns the reason why a planned version can't be cancelled, which is that a later version needs it; null if it can
 * be cancelled.
 */
export async function findCancelProblem(
  trx: Transaction<Database>,
  settings: RegionSettings,
  { region, id }: { readonly region: RegionId; readonly id: string },
): Promise<ApiFailure | null> {
  const plannedVersions = await loadPlannedVersions(trx, region);
  return findConflict(
    settings,
    plannedVersions.filter(({ uuid }) => uuid !== id),
  );
}

/** Applies versions one after another, and returns the first conflict that one of them causes. */
function findConflict(
  settings: RegionSettings,
  versions: readonly { readonly changes: SettingValues }[],
): ApiFailure | null {
  let values = settings;
  for (const { changes } of versions) {
    values = withValues(values, changes);
    if (!typeFields.some((field) => field in changes)) continue;
    const [conflict] = findCompanyTypeConflicts(values.regional);
    if (conflict) return new ApiFailure('invalid_input', { details: { reason: conflict.reason } });
  }
  return null;
}

async function loadPlannedVersions(trx: Transaction<Database>, region: RegionId) {
  const rows = await trx
    .selectFrom('settings_versions')
    .select(['uuid', 'changes', 'starts_at'])
    .where('region_id', '=', region)
    .where('state', '=', 'planned')
    .orderBy('starts_at')
    .orderBy('seq')
    .execute();
  // The cast is safe, because `addVersion` writes these values.
  return rows.map((row) => ({ ...row, changes: row.changes as SettingValues }));
}

/**
 * True if a company has a type that would be removed, or already has the number of a type that would be added. The
 * company would lose its type, or get one that it never chose.
 */
async function affectsUsedType(
  trx: Transaction<Database>,
  region: RegionId,
  before: readonly { readonly id: number }[],
  requestedEntries: readonly { readonly id: number }[],
): Promise<boolean> {
  const isMissingIn = (list: typeof requestedEntries, id: number) =>
    list.every((type) => type.id !== id);
  const removedEntries = before.filter(({ id }) => isMissingIn(requestedEntries, id));
  const addedEntries = requestedEntries.filter(({ id }) => isMissingIn(before, id));
  const ids = [...removedEntries, ...addedEntries].map(({ id }) => id);
  if (ids.length === 0) return false;
  const company = await trx
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', region)
    .where('company_type', 'in', ids)
    .limit(1)
    .executeTakeFirst();
  return company !== undefined;
}
