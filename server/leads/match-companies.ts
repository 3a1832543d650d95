import { type SelectQueryBuilder, sql } from 'kysely';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import { type LeadCandidate } from '#schemas/operator/lead-calls.ts';
import { uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ScopedQueries, type ScopedTables } from '../console/operator-scope.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Services } from '../services.ts';

const YEAR_MS = 365 * DAY_MS;
const HOUR_S = 3600;
/** Sort value that puts companies without a distance last. */
const UNKNOWN_KM = 100_000;
const EARTH_DIAMETER_KM = 12_742;
const companyCursor = v.tuple([v.pipe(v.number(), v.finite()), uuid]);

interface MatchRequest {
  readonly region: RegionId;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Id of the request, used to mark the companies to which it has been offered before. */
  readonly request: string | null;
  /** Id of the company that already has the lead. The list leaves it out. */
  readonly owner?: string;
}

/**
 * Lists the country's companies that accept leads, nearest first. Companies with an unknown location come last, ordered
 * by id. Adds each company's number of open leads, and the median time it took to answer a lead.
 */
export async function matchCompanies(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  queries: ScopedQueries,
  { region, place, request, owner }: MatchRequest,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
) {
  const acceptingLeads = queries
    .selectFrom('companies')
    .where('companies.regions_id', '=', region)
    // Repeats the condition of the partial index, so that PostgreSQL uses it.
    .where(
      sql<boolean>`companies.accepts_leads and companies.availability and companies.active <> 0`,
    )
    .$if(owner !== undefined, (rows) => rows.where('companies.id', '<>', owner ?? ''));
  const cursor = readCursor(query, companyCursor);
  const { rows, next } = await readOperatorPage(
    query,
    async (limit) => {
      const nearestCompanies =
        place === null || (cursor?.[0] ?? 0) >= UNKNOWN_KM
          ? []
          : await readNearest(acceptingLeads, { region, place }, { cursor, limit });
      const missingCount = limit - nearestCompanies.length;
      if (missingCount === 0) return nearestCompanies;
      return [
        ...nearestCompanies,
        ...(await readWithoutPlace(acceptingLeads, place, { cursor, limit: missingCount })),
      ];
    },
    (row) => [row.distance, row.id],
  );
  const ids = rows.map(({ id }) => id);
  const openLeads = await countOpenLeads(queries, ids);
  const answers = await loadMedianAnswers(queries, ids, clock.now());
  const earlierIds =
    request === null ? new Set<string>() : await findEarlierCompanies(queries, request);
  const data = rows.map(({ id, name, city, distance: km }): LeadCandidate => ({
    id,
    name,
    city,
    distance_km: km < UNKNOWN_KM ? km : null,
    open_leads: openLeads.get(id) ?? 0,
    answer_hours: answers.get(id) ?? null,
    was_offered: earlierIds.has(id),
  }));
  return {
    data,
    meta: { next, total: await countExactly(db, acceptingLeads.select('companies.id')) },
  };
}

type CompanyQuery = SelectQueryBuilder<ScopedTables, 'companies', object>;
type Place = NonNullable<MatchRequest['place']>;

interface Range {
  readonly cursor: v.InferOutput<typeof companyCursor> | null;
  readonly limit: number;
}

/** Search radii in km, tried one after the other; null for all companies of the country. */
const RADII_KM = [25, 100, 400, null] as const;
const KM_PER_DEGREE = 111;

/** Reads the nearest companies whose location is known. */
async function readNearest(
  acceptingLeads: CompanyQuery,
  { region, place }: { readonly region: RegionId; readonly place: Place },
  { cursor, limit }: Range,
) {
  const distance = distanceTo(place);
  const after = cursor?.[0] ?? 0;
  for (const radius of RADII_KM.filter((km) => km === null || km > after)) {
    const rows = await acceptingLeads
      .innerJoin('company_places', 'company_places.company_id', 'companies.id')
      .select(['companies.id', 'companies.name', 'companies.city', distance.as('distance')])
      .where('company_places.region_id', '=', region)
      .where('company_places.latitude', 'is not', null)
      .$if(radius !== null, (rows) => rows.where(isWithin(place, radius ?? 0)))
      .$if(radius !== null, (rows) => rows.where(sql<boolean>`${distance} <= ${radius}`))
      .$if(cursor !== null, (rows) =>
        rows.where(
          sql<boolean>`(${distance}, companies.id) > (${cursor?.[0]}::float8, ${cursor?.[1]}::uuid)`,
        ),
      )
      .orderBy(distance)
      .orderBy('companies.id')
      .limit(limit)
      .execute();
    if (rows.length === limit || radius === null) return rows;
  }
  return [];
}

/**
 * Reads the companies whose location isn't known, ordered by id; all companies if the request's location isn't known.
 */
async function readWithoutPlace(
  acceptingLeads: CompanyQuery,
  place: MatchRequest['place'],
  { cursor, limit }: Range,
) {
  const hasNoLocation = sql<boolean>`(select latitude from company_places
    where company_places.company_id = companies.id) is null`;
  const rows = await acceptingLeads
    .select(['companies.id', 'companies.name', 'companies.city'])
    .$if(place !== null, (rows) => rows.where(hasNoLocation))
    .$if(cursor !== null && cursor[0] >= UNKNOWN_KM, (rows) =>
      rows.where('companies.id', '>', cursor?.[1] ?? ''),
    )
    .orderBy('companies.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, distance: UNKNOWN_KM }));
}

/** True for places in the rectangle that encloses the circle. An index can find these, but not those in a circle. */
function isWithin({ latitude, longitude }: Place, km: number) {
  const height = km / KM_PER_DEGREE;
  // A degree of longitude is shorter near the poles.
  const nearestPole = Math.min(89, Math.abs(latitude) + height);
  const width = height / Math.cos((nearestPole * Math.PI) / 180);
  return sql<boolean>`company_places.latitude between ${latitude - height}::float8 and ${latitude + height}::float8
    and company_places.longitude between ${longitude - width}::float8 and ${longitude + width}::float8`;
}

/** Returns the great-circle distance in km, rounded to the metre. */
function distanceTo({ latitude, longitude }: Place) {
  return sql<number>`round((${sql.lit(EARTH_DIAMETER_KM)} * asin(sqrt(
      power(sin(radians(company_places.latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(company_places.latitude))
        * power(sin(radians(company_places.longitude - ${longitude}::float8) / 2), 2))))::numeric,
    3)::float8`;
}

const openStatuses = leadStatuses.filter((status) => leadGroupOf(status) === 'open');

async function countOpenLeads(queries: ScopedQueries, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await queries
    .selectFrom('leads')
    .select(['company_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('company_id', 'in', ids)
    .where('deleted', '=', false)
    .where('status', 'in', openStatuses)
    .groupBy('company_id')
    .execute();
  return new Map(rows.map(({ company_id, count }) => [company_id, Number(count)]));
}

/**
 * Returns the median number of hours that each company took to answer the last year's leads, measured to a lead's first
 * move. Leads that were only moved by their deadline or by an operator's withdrawal count as unanswered and are left
 * out.
 */
async function loadMedianAnswers(queries: ScopedQueries, ids: readonly string[], now: number) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await queries
    .selectFrom('leads')
    .innerJoin(
      sql<{ answered_at: Date | null; moves: number }>`lateral (
        select min(created_at) as answered_at, count(*)::int as moves from lead_edits
        where lead_uuid = leads.uuid and parts @> '["status"]')`.as('answer'),
      (join) => join.onTrue(),
    )
    .select('leads.company_id')
    .select(
      sql<number>`percentile_cont(0.5) within group (
        order by extract(epoch from answer.answered_at - leads.created_at))`.as('seconds'),
    )
    .where('leads.company_id', 'in', ids)
    .where('leads.deleted', '=', false)
    .where('leads.created_at', '>', new Date(now - YEAR_MS))
    .where('answer.answered_at', 'is not', null)
    .where(sql<boolean>`not (answer.moves = 1 and leads.status in ('time-out', 'rejected'))`)
    .groupBy('leads.company_id')
    .execute();
  const hours = (seconds: number) => Math.round((Number(seconds) / HOUR_S) * 10) / 10;
  return new Map(rows.map(({ company_id, seconds }) => [company_id, hours(seconds)]));
}

async function findEarlierCompanies(queries: ScopedQueries, request: string) {
  const rows = await queries
    .selectFrom('leads')
    .select('company_id')
    .where('request_id', '=', request)
    .execute();
  return new Set(rows.map(({ company_id }) => company_id));
}
