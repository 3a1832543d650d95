import { sql } from 'kysely';
import * as v from 'valibot';
import { leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import { type LeadCandidate } from '#schemas/operator/lead-calls.ts';
import { uuid } from '#schemas/primitives.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { countExactly, readCursor, readOperatorPage } from '../console/operator-pages.ts';
import { type Services } from '../services.ts';

const YEAR = 365 * 86_400_000;
const HOUR_S = 3600;
/** Sort value that puts companies without a distance last. */
const UNKNOWN_KM = 100_000;
const EARTH_DIAMETER_KM = 12_742;
const companyCursor = v.tuple([v.pipe(v.number(), v.finite()), uuid]);

interface MatchRequest {
  readonly region: RegionId;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** The request, used to mark companies that were offered it before. */
  readonly request: string | null;
}

/**
 * Lists the country's companies that accept leads, nearest first; companies with an unknown location come last, by
 * id. Counts their open leads and the median time until their first answers.
 */
export async function matchCompanies(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  queries: ScopedQueries,
  { region, place, request }: MatchRequest,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
) {
  const takingLeads = queries
    .selectFrom('companies')
    .leftJoin('company_places', 'company_places.company_id', 'companies.id')
    .where('companies.regions_id', '=', region)
    .where('companies.accepts_leads', '=', true)
    .where('companies.availability', '=', true)
    .where('companies.active', '!=', 0);
  const distance = distanceTo(place);
  const cursor = readCursor(query, companyCursor);
  const { rows, next } = await readOperatorPage(
    query,
    (limit) =>
      takingLeads
        .select(['companies.id', 'companies.name', 'companies.city', distance.as('distance')])
        .$if(cursor !== null, (found) =>
          found.where(
            sql<boolean>`(${distance}, companies.id) > (${cursor?.[0]}::float8, ${cursor?.[1]}::uuid)`,
          ),
        )
        .orderBy(distance)
        .orderBy('companies.id')
        .limit(limit)
        .execute(),
    (row) => [row.distance, row.id],
  );
  const ids = rows.map(({ id }) => id);
  const openLeads = await countOpenLeads(queries, ids);
  const answers = await medianAnswers(queries, ids, clock.now());
  const earlier = request === null ? new Set<string>() : await earlierCompanies(queries, request);
  const data = rows.map(({ id, name, city, distance: km }): LeadCandidate => ({
    id,
    name,
    city,
    distance_km: km < UNKNOWN_KM ? km : null,
    open_leads: openLeads.get(id) ?? 0,
    answer_hours: answers.get(id) ?? null,
    was_offered: earlier.has(id),
  }));
  return {
    data,
    meta: { next, total: await countExactly(db, takingLeads.select('companies.id')) },
  };
}

/** Great-circle distance in km, to the metre. */
function distanceTo(place: MatchRequest['place']) {
  if (place === null) return sql<number>`${sql.lit(UNKNOWN_KM)}::float8`;
  const { latitude, longitude } = place;
  return sql<number>`coalesce(round((${sql.lit(EARTH_DIAMETER_KM)} * asin(sqrt(
      power(sin(radians(company_places.latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(company_places.latitude))
        * power(sin(radians(company_places.longitude - ${longitude}::float8) / 2), 2))))::numeric,
    3)::float8, ${sql.lit(UNKNOWN_KM)})`;
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
 * Median hours until the first move of the last year’s leads. Leads only moved by their deadline or an operator’s
 * withdrawal count as unanswered.
 */
async function medianAnswers(queries: ScopedQueries, ids: readonly string[], now: number) {
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
    .where('leads.created_at', '>', new Date(now - YEAR))
    .where('answer.answered_at', 'is not', null)
    .where(sql<boolean>`not (answer.moves = 1 and leads.status in ('time-out', 'rejected'))`)
    .groupBy('leads.company_id')
    .execute();
  const hours = (seconds: number) => Math.round((Number(seconds) / HOUR_S) * 10) / 10;
  return new Map(rows.map(({ company_id, seconds }) => [company_id, hours(seconds)]));
}

async function earlierCompanies(queries: ScopedQueries, request: string) {
  const rows = await queries
    .selectFrom('leads')
    .select('company_id')
    .where('request_id', '=', request)
    .execute();
  return new Set(rows.map(({ company_id }) => company_id));
}
