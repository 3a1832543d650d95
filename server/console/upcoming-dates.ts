import { type Kysely } from 'kysely';
import { addDays, dayIn } from '#schemas/calendar-day.ts';
import { DAY_MS } from '#schemas/durations.ts';
import { type Configuration } from '#schemas/configuration.ts';
import { type UpcomingDate, DATES_AHEAD_DAYS, MAX_DATES } from '#schemas/operator/date-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorRight, regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { getNextYearStart } from '../points/points-expiry.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';
import { chosenRegions } from './operator-scope.ts';

interface Reader {
  readonly right: OperatorRight;
  /** Reads the dates of countries in which the operator has the right. It may also return dates that aren't listed. */
  readonly read: (
    db: Kysely<Database>,
    ids: readonly RegionId[],
    now: number,
  ) => Promise<readonly UpcomingDate[]>;
}

const readers: readonly Reader[] = [
  { right: 'points.read', read: readCampaignDates },
  { right: 'points.read', read: readExpiryDates },
  { right: 'settings.read', read: readLevelDates },
  { right: 'settings.read', read: readSettingsDates },
  { right: 'content.read', read: readContentDates },
  { right: 'shop.read', read: readProductDates },
];

const listUpcomingDates: OperatorHandler<typeof operatorCalls.listUpcomingDates> = async (
  { query: { region }, operator },
  { db, clock },
) => {
  const now = clock.now();
  const found = await Promise.all(
    readers.map(async ({ right, read }) => {
      const allowedRegions = regionsWithRight(operator.grants, right);
      const ids = chosenRegions(operator, region).filter((id) => allowedRegions.includes(id));
      return ids.length === 0 ? [] : read(db, ids, now);
    }),
  );
  const data = found
    .flat()
    .filter((date) => isListed(date, now))
    .toSorted((a, b) => (a.day === b.day ? a.region - b.region : a.day < b.day ? -1 : 1));
  return { data: data.slice(0, MAX_DATES) };
};

/**
 * True for a date in the next weeks. The dates on which points expire and levels start, at the turn of the year, are
 * always listed.
 */
function isListed({ kind, day, region }: UpcomingDate, now: number): boolean {
  if (kind === 'points_expire' || kind === 'levels_start') return true;
  const today = dayIn(regionCodeOf(region), now);
  return day >= today && day <= addDays(today, DATES_AHEAD_DAYS);
}

/** Time range that covers the next weeks in every country's time zone. */
const getListedRange = (now: number) => ({
  from: new Date(now),
  until: new Date(now + (DATES_AHEAD_DAYS + 2) * DAY_MS),
});

const toLocalDay = (region: RegionId, moment: Date) =>
  dayIn(regionCodeOf(region), moment.getTime());

/** Selects those of the countries that have settings. */
function selectCountries(db: Kysely<Database>, ids: readonly RegionId[]) {
  return db.selectFrom('region_settings').where('region', 'in', ids.map(regionCodeOf));
}

async function readCampaignDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
): Promise<UpcomingDate[]> {
  const rows = await selectCountries(db, ids).select(['region', 'configuration']).execute();
  return rows.flatMap(({ region: code, configuration }) => {
    const region = toRegionId(code);
    // Validated when written (write-settings.ts).
    const { campaigns = [] } = configuration as Configuration;
    return campaigns.flatMap(({ id: record, name_translated: title, from, until }) => [
      { kind: 'campaign_start' as const, day: from, region, record, title },
      { kind: 'campaign_end' as const, day: until, region, record, title },
    ]);
  });
}

// The table contains only country codes.
const toRegionId = (code: string) => regionIdOf(code as Parameters<typeof regionIdOf>[0]);
const yearStart = (now: number) => getNextYearStart(now).toISOString().slice(0, 10);

async function readExpiryDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
  now: number,
): Promise<UpcomingDate[]> {
  const rows = await selectCountries(db, ids).select('region').execute();
  return rows.map(({ region }) => ({
    ...{ kind: 'points_expire', day: yearStart(now), region: toRegionId(region) },
    ...{ record: null, title: null },
  }));
}

async function readLevelDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
  now: number,
): Promise<UpcomingDate[]> {
  const rows = await db
    .selectFrom('tier_definitions')
    .select('region')
    .distinct()
    .where('region', 'in', ids.map(regionCodeOf))
    .execute();
  return rows.map(({ region }) => ({
    ...{ kind: 'levels_start', day: yearStart(now), region: regionIdOf(region) },
    ...{ record: null, title: null },
  }));
}

async function readSettingsDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
  now: number,
): Promise<UpcomingDate[]> {
  const { from, until } = getListedRange(now);
  const rows = await db
    .selectFrom('settings_versions')
    .select(['uuid', 'region_id', 'starts_at'])
    .where('region_id', 'in', ids)
    .where('state', '=', 'planned')
    .where('starts_at', '>', from)
    .where('starts_at', '<', until)
    .orderBy('starts_at')
    .limit(MAX_DATES)
    .execute();
  return rows.map(({ uuid, region_id: region, starts_at: at }) => ({
    ...{ kind: 'settings_start', day: toLocalDay(region, at), region },
    ...{ record: uuid, title: null },
  }));
}

async function readContentDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
  now: number,
): Promise<UpcomingDate[]> {
  const { from, until } = getListedRange(now);
  const rows = await db
    .selectFrom('content_drafts')
    .select(['uuid', 'region_id', 'titles', 'publish_at'])
    .where('region_id', 'in', ids)
    .where('publish_at', '>', from)
    .where('publish_at', '<', until)
    .orderBy('publish_at')
    .limit(MAX_DATES)
    .execute();
  return rows.flatMap(({ uuid, region_id: region, titles, publish_at: at }) =>
    at === null
      ? []
      : [
          {
            ...{ kind: 'content_published' as const, day: toLocalDay(region, at), region },
            ...{ record: uuid, title: titles },
          },
        ],
  );
}

async function readProductDates(
  db: Kysely<Database>,
  ids: readonly RegionId[],
  now: number,
): Promise<UpcomingDate[]> {
  const { from, until } = getListedRange(now);
  // Each of the two dates is read by a separate query, because each column has its own index. A product can have both
  // dates.
  const select = (column: 'show_at' | 'hide_at') =>
    db
      .selectFrom('shop_products')
      .select(['uuid', 'region_id', 'name', `${column} as at`])
      .where('region_id', 'in', ids)
      .where('deleted', '=', false)
      .where(column, '>', from)
      .where(column, '<', until)
      .orderBy(column)
      .limit(MAX_DATES)
      .execute();
  const shownProducts = (await select('show_at')).map((row) => ({
    ...row,
    kind: 'product_shown' as const,
  }));
  const hiddenProducts = (await select('hide_at')).map((row) => ({
    ...row,
    kind: 'product_hidden' as const,
  }));
  return [...shownProducts, ...hiddenProducts].flatMap(
    ({ kind, at, uuid: record, region_id: region, name }) =>
      at === null
        ? []
        : [{ kind, day: toLocalDay(region, at), region, record, title: { en: name } }],
  );
}

/** Start and end dates in the next weeks. */
export const upcomingDateHandlers = { listUpcomingDates } satisfies Partial<OperatorHandlers>;
