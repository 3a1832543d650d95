import { type Kysely, sql } from 'kysely';
import { dayIn } from '#schemas/calendar-day.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type CountrySettings, POINTS_FIELD_PREFIX } from '#schemas/operator/settings-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { type Database } from '../db/tables.ts';
import { loadRegistrationSurveys } from '../registration/registration-surveys.ts';
import { anyUuid } from '../scans/any-of.ts';
import { cancelSettingsVersion } from './cancel-version.ts';
import { changeProductType } from './change-product-type.ts';
import { changeProductValues, changeSettings } from './change-settings.ts';
import { getRegionRules, listProductTypes } from './region-rules.ts';
import { type SettingValues } from './settings-versions.ts';

const readCountrySettings: OperatorHandler<typeof operatorCalls.readCountrySettings> = async (
  { query: { region }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const code = regionCodeOf(region);
  const row = await db
    .selectFrom('region_settings')
    .selectAll()
    .where('region', '=', code)
    .executeTakeFirst();
  const today = dayIn(code, clock.now());
  const shared_questions = await loadRegistrationSurveys(db);
  const common = { today, shared_questions };
  if (!row) {
    const open_regions = await listOpenRegions(db, operator.regions);
    return { ...common, open_regions, settings: null, next_company_type: 1 };
  }
  // The cast is safe, because write-settings.ts validates the values before it writes them.
  const { regional, configuration, closing_survey, lead_survey, warranty, ...others } =
    row as unknown as CountrySettings;
  const { welcome_points, accepts_leads, survey_points, points_validity_months } = others;
  const { campaigns: _, ...rules }: Configuration = configuration;
  const { highest } = await db
    .selectFrom('companies')
    .select(({ fn }) => fn.max('company_type').as('highest'))
    .where('regions_id', '=', region)
    .executeTakeFirstOrThrow();
  return {
    ...{ ...common, open_regions: [] },
    next_company_type: Math.max(highest ?? 0, ...regional.company_types.map(({ id }) => id)) + 1,
    settings: {
      ...{ regional, configuration: rules, closing_survey, lead_survey, warranty },
      ...{ welcome_points, accepts_leads, survey_points, points_validity_months },
    },
  };
};

/** Returns the given countries that have settings. */
async function listOpenRegions(
  db: Kysely<Database>,
  candidates: readonly RegionId[],
): Promise<RegionId[]> {
  const rows = await db.selectFrom('region_settings').select('region').execute();
  const codes = new Set(rows.map(({ region }) => region));
  return candidates.filter((id) => codes.has(regionCodeOf(id)));
}

const listProductValues: OperatorHandler<typeof operatorCalls.listProductValues> = async (
  { query: { region }, operator },
  { db, clock },
) => {
  requireRegion(operator, region);
  const code = regionCodeOf(region);
  const types = await listProductTypes(db);
  const settings = await db
    .selectFrom('region_settings')
    .select('region')
    .where('region', '=', code)
    .executeTakeFirst();
  const points: Readonly<Record<string, number>> = settings
    ? (await getRegionRules(db, code)).configuration.product_points
    : {};
  const { rows } = await sql<{
    type: string;
    points: number | null;
    state: 'planned' | 'active';
    starts_at: Date;
  }>`
    select substr(key, ${POINTS_FIELD_PREFIX.length + 1}) as type, (value #>> '{}')::integer as points, state, starts_at
    from settings_versions cross join jsonb_each(changes)
    where region_id = ${region} and state in ('planned', 'active')
      and starts_with(key, ${POINTS_FIELD_PREFIX})
    order by starts_at, seq`.execute(db);
  const versions = Map.groupBy(rows, ({ type }) => type);
  const data = types.map((type) => {
    const typeVersions = versions.get(type.type) ?? [];
    const latestVersion = typeVersions.findLast(({ state }) => state === 'active');
    const plannedVersions = typeVersions.filter(({ state }) => state === 'planned');
    return {
      ...type,
      points: points[type.type] ?? null,
      since: latestVersion?.starts_at.toISOString() ?? null,
      planned: plannedVersions.map((row) => ({
        points: row.points,
        starts_at: row.starts_at.toISOString(),
      })),
    };
  });
  return { data, today: dayIn(code, clock.now()), has_settings: settings !== undefined };
};

const listSettingsVersions: OperatorHandler<typeof operatorCalls.listSettingsVersions> = async (
  { query, operator },
  { db },
) => {
  const list = {
    table: 'settings_versions',
    keys: ['starts_at', 'uuid'],
    isDescending: true,
    where: (rows) => rows,
  } as const satisfies Parameters<typeof readRegionPage<'settings_versions', unknown>>[3];
  const { rows, meta } = await readRegionPage(db, operator, query, list, {
    load: (ids, queries) =>
      queries
        .selectFrom('settings_versions')
        .selectAll()
        .where('uuid', '=', anyUuid(ids))
        .execute(),
    idOf: ({ uuid }) => uuid,
  });
  const getName = await loadOperatorNames(
    db,
    rows.map(({ created_by }) => ({ operator_id: created_by })),
  );
  const data = rows.map((row) => {
    // The casts are safe, because settings-versions.ts writes these values.
    const [before, after] = [row.before as SettingValues, row.changes as SettingValues];
    return {
      id: row.uuid,
      region: row.region_id,
      state: row.state,
      source: row.source,
      starts_at: row.starts_at.toISOString(),
      created_at: row.created_at.toISOString(),
      operator: row.created_by === null ? null : getName(row.created_by),
      changes: Object.entries(after).map(([field, value]) => ({
        ...{ field, value, before: before[field] ?? null },
      })),
    };
  });
  return { data, meta };
};

/** Countries' settings and their versions. */
export const operatorSettingsHandlers = {
  readCountrySettings,
  listProductValues,
  listSettingsVersions,
  changeSettings,
  changeProductValues,
  changeProductType,
  cancelSettingsVersion,
} satisfies Partial<OperatorHandlers>;
