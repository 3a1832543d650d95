import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql, type Transaction } from 'kysely';
import { type RegionCode, type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { askForAcceptance } from './ask-acceptance.ts';
import { type RegionSettings, writeRegionSettings } from './write-settings.ts';

/**
 * Values by field. A field is a path in all settings, such as `configuration.sizes` or
 * `configuration.product_points.GGL`; null removes an optional value.
 */
export type SettingValues = Readonly<Record<string, unknown>>;

type Tree = Record<string, unknown>;

/** Parts of the settings whose entries are separate fields. */
const branches: ReadonlySet<string> = new Set([
  'regional',
  'configuration',
  'configuration.product_points',
  'warranty',
]);

/** Locks and reads the current settings; null if the country has none. */
export async function lockSettings(
  trx: Transaction<Database>,
  region: RegionCode,
): Promise<RegionSettings | null> {
  const row = await trx
    .selectFrom('region_settings')
    .selectAll()
    .where('region', '=', region)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { region: _, ...settings } = row;
  // The cast is safe, because write-settings.ts validates the values before it writes them.
  return settings as unknown as RegionSettings;
}

/** Splits settings into fields with their values. */
function toFieldValues(settings: object): SettingValues {
  const flatten = (tree: object, prefix: string): [string, unknown][] =>
    Object.entries(tree).flatMap(([name, value]: [string, unknown]) => {
      const field = `${prefix}${name}`;
      const isBranch = branches.has(field) && typeof value === 'object' && value !== null;
      return isBranch ? flatten(value, `${field}.`) : [[field, value] as [string, unknown]];
    });
  return Object.fromEntries(flatten(settings, ''));
}

/** Returns a copy of the settings with other values. */
export function withValues(settings: RegionSettings, changes: SettingValues): RegionSettings {
  const copy = structuredClone(settings) as unknown as Tree;
  for (const [field, value] of Object.entries(changes)) {
    const branch = [...branches].findLast((name) => field.startsWith(`${name}.`));
    const path = branch?.split('.') ?? [];
    const parent = path.reduce<Tree>((tree, name) => tree[name] as Tree, copy);
    const name = branch === undefined ? field : field.slice(branch.length + 1);
    if (value === null) delete parent[name];
    else parent[name] = value;
  }
  // The cast is safe, because `writeRegionSettings` validates the settings before it writes them.
  return copy as unknown as RegionSettings;
}

/** The values of these fields; null for those that are missing. */
export function pickValues(settings: object, fields: readonly string[]): SettingValues {
  const values = toFieldValues(settings);
  return Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));
}

/** Replaces the current settings, and asks companies to accept changed texts again. */
async function applySettings(
  trx: Transaction<Database>,
  before: RegionSettings,
  after: RegionSettings,
): Promise<void> {
  await writeRegionSettings(trx, after);
  await askForAcceptance(trx, before.regional, after.regional);
}

interface NewVersion {
  readonly region: RegionId;
  readonly changes: SettingValues;
  /** Milliseconds since 1970; a past time means now. */
  readonly startsAt: number;
  readonly source: 'console' | 'setup';
  readonly createdBy: string | null;
}

/**
 * Adds a version of the settings, which takes effect immediately if it starts now. The caller has locked and read the
 * settings.
 * @returns the version's id
 */
export async function addVersion(
  trx: Transaction<Database>,
  settings: RegionSettings,
  { region, changes, startsAt, source, createdBy }: NewVersion,
  now: number,
): Promise<string> {
  const uuid = randomUUID();
  const isActive = startsAt <= now;
  await trx
    .insertInto('settings_versions')
    .values({
      ...{ uuid, region_id: region, state: isActive ? 'active' : 'planned', source },
      starts_at: new Date(Math.max(startsAt, now)),
      changes: toJsonb(changes),
      before: toJsonb(pickValues(settings, Object.keys(changes))),
      ...{ created_by: createdBy, created_at: new Date(now) },
    })
    .execute();
  if (isActive) await applySettings(trx, settings, withValues(settings, changes));
  return uuid;
}

/**
 * Writes a country's first settings, and adds a version with all of their values.
 * @returns the version's id
 */
export async function addFirstVersion(
  trx: Transaction<Database>,
  { region, changes, createdBy }: Pick<NewVersion, 'region' | 'changes' | 'createdBy'>,
  now: number,
): Promise<string> {
  const code = regionCodeOf(region);
  const emptySettings = {
    regional: { region: code, regions_id: region },
    configuration: { region: code, product_points: {} },
    warranty: {},
  };
  // The cast is safe, because `writeRegionSettings` validates the settings before it writes them.
  await writeRegionSettings(trx, withValues(emptySettings as unknown as RegionSettings, changes));
  const uuid = randomUUID();
  const values = Object.entries(changes).filter(([, value]) => value !== null);
  await trx
    .insertInto('settings_versions')
    .values({
      ...{ uuid, region_id: region, state: 'active', source: 'console' },
      starts_at: new Date(now),
      changes: toJsonb(Object.fromEntries(values)),
      before: toJsonb({}),
      ...{ created_by: createdBy, created_at: new Date(now) },
    })
    .execute();
  return uuid;
}

/**
 * Writes all settings of a country for `club setup`. Adds a version with the changed values, unless these are the
 * country's first settings. Links and registration questions that the new settings omit stay as they are.
 */
export async function replaceSettings(
  trx: Transaction<Database>,
  newSettings: RegionSettings,
  now: number,
): Promise<void> {
  const { region } = newSettings.regional;
  const currentSettings = await lockCurrentSettings(trx, region, now);
  const { links, registration_questions, decor_registration_questions } =
    currentSettings?.regional ?? {};
  const keptSettings = {
    ...(links && { links }),
    ...(registration_questions && { registration_questions }),
    ...(decor_registration_questions && { decor_registration_questions }),
  };
  const nextSettings = { ...newSettings, regional: { ...keptSettings, ...newSettings.regional } };
  if (currentSettings === null) return writeRegionSettings(trx, nextSettings);
  await applySettings(trx, currentSettings, nextSettings);
  const before = toFieldValues(currentSettings);
  const writtenValues = toFieldValues((await lockSettings(trx, region)) ?? currentSettings);
  const fields = [...new Set([...Object.keys(before), ...Object.keys(writtenValues)])].filter(
    // Campaigns have their own history.
    (field) =>
      field !== 'configuration.campaigns' &&
      !isDeepStrictEqual(before[field], writtenValues[field]),
  );
  if (fields.length === 0) return;
  await trx
    .insertInto('settings_versions')
    .values({
      ...{ uuid: randomUUID(), region_id: regionIdOf(region), state: 'active', source: 'setup' },
      ...{ starts_at: new Date(now), created_by: null, created_at: new Date(now) },
      changes: toJsonb(
        Object.fromEntries(fields.map((field) => [field, writtenValues[field] ?? null])),
      ),
      before: toJsonb(Object.fromEntries(fields.map((field) => [field, before[field] ?? null]))),
    })
    .execute();
}

/**
 * Like `lockSettings`, but first applies planned versions whose start has passed. Otherwise the job would apply
 * them later, over a newer change.
 */
export async function lockCurrentSettings(
  trx: Transaction<Database>,
  region: RegionCode,
  now: number,
): Promise<RegionSettings | null> {
  const settings = await lockSettings(trx, region);
  if (settings === null) return null;
  const dueVersions = await trx
    .selectFrom('settings_versions')
    .select(['uuid', 'changes'])
    .where('region_id', '=', regionIdOf(region))
    .where('state', '=', 'planned')
    .where('starts_at', '<=', new Date(now))
    .orderBy('starts_at')
    .orderBy('seq')
    // Another action may cancel a version at the same time.
    .forUpdate()
    .execute();
  let currentSettings = settings;
  for (const version of dueVersions) {
    // The cast is safe, because `addVersion` writes these values.
    const changes = version.changes as SettingValues;
    const nextSettings = withValues(currentSettings, changes);
    await applySettings(trx, currentSettings, nextSettings);
    await trx
      .updateTable('settings_versions')
      .set({ state: 'active', before: toJsonb(pickValues(currentSettings, Object.keys(changes))) })
      .where('uuid', '=', version.uuid)
      .execute();
    currentSettings = nextSettings;
  }
  return currentSettings;
}

/**
 * Applies planned versions whose start has passed, in order of their starts.
 * @throws AggregateError after trying all countries, with the failures
 */
export async function applyDueSettings({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const dueRegions = await db
    .selectFrom('settings_versions')
    .select('region_id')
    .distinct()
    .where('state', '=', 'planned')
    .where('starts_at', '<=', new Date(now))
    .execute();
  const failures: unknown[] = [];
  for (const { region_id } of dueRegions) {
    try {
      await transact(db, (trx) => lockCurrentSettings(trx, regionCodeOf(region_id), now));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some planned settings couldn’t take effect.');
}

/**
 * Returns a revision of some of a country's fields. It rises when a settings version that changes one of these
 * fields is added, takes effect or is cancelled.
 */
export async function loadFieldsRev(
  trx: Transaction<Database>,
  region: RegionId,
  fields: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ rev: number }>`
    select (coalesce(sum(seq), 0) + count(*) filter (where state <> 'planned'))::bigint as rev
    from settings_versions
    where region_id = ${region} and jsonb_exists_any(changes, ${[...fields]}::text[])`.execute(trx);
  return Number(rows[0]?.rev ?? 0);
}
