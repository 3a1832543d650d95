import { type Kysely, type QueryCreator, sql } from 'kysely';
import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type RegionId, regions } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';

/**
 * Tables whose records each have a country, and the name of the column that contains it. `readRegionPage` can list
 * these tables.
 */
export const regionColumns = {
  announcements: 'region_id',
  chat_templates: 'region_id',
  club_cards: 'region_id',
  companies: 'regions_id',
  company_search: 'region_id',
  content_drafts: 'region_id',
  contents: 'region_id',
  held_lots: 'region_id',
  installers: 'region_id',
  lead_requests: 'region_id',
  ledger: 'region_id',
  lead_tokens: 'region_id',
  leads: 'region_id',
  order_batches: 'region_id',
  ordered_products: 'region_id',
  orders: 'region_id',
  person_search: 'region_id',
  projects: 'region_id',
  scans: 'region_id',
  settings_versions: 'region_id',
  shop_categories: 'region_id',
  shop_products: 'region_id',
  shop_variants: 'region_id',
  support_chats: 'region_id',
  surveys: 'region_id',
  warranty_certificates: 'region_id',
} as const satisfies Partial<Record<keyof Database, string>>;
export type RegionTable = keyof typeof regionColumns;
const regionTables = Object.keys(regionColumns) as RegionTable[];

/** Other tables with a `company_id` column that operators' queries may use. They are read by id, not listed. */
const companyTables = ['company_places', 'photos', 'review_decisions'] as const;
export type ScopedTables = Pick<
  Database,
  | (typeof companyTables)[number]
  | RegionTable
  | 'operator_approvals'
  | 'operator_grants'
  | 'operators'
>;

/** Queries limited to the rows of given countries. */
export type ScopedQueries = QueryCreator<ScopedTables>;

/**
 * Creates queries that can't read records of other countries: common table expressions shadow the tables. A query of a
 * table without such an expression doesn't compile.
 */
export function scopedQueries(
  db: Kysely<Database>,
  allowedRegions: readonly RegionId[],
): ScopedQueries {
  // An empty list isn't valid SQL.
  const ids = allowedRegions.length === 0 ? [0 as RegionId] : allowedRegions;
  // Cast, because the type would otherwise grow with every step.
  const regionScoped = regionTables.reduce(
    (queries, table) =>
      queries.with(
        (cte) => cte(table).notMaterialized(),
        (query) =>
          query.selectFrom(table).selectAll().where(sql.ref(regionColumns[table]), 'in', ids),
      ) as unknown as QueryCreator<Database>,
    db as QueryCreator<Database>,
  );
  const scopedQuery = companyTables.reduce(
    (queries, table) =>
      queries.with(
        (cte) => cte(table).notMaterialized(),
        (query) =>
          query
            .selectFrom(table)
            .selectAll()
            .where('company_id', 'in', query.selectFrom('companies').select('companies.id')),
      ) as unknown as QueryCreator<Database>,
    regionScoped,
  );
  return withOperators(scopedQuery, ids) as unknown as ScopedQueries;
}

/**
 * Adds expressions for the operators with a role in the countries, for these roles, and for the approvals. An approval
 * without a country affects several countries, so only operators with all of these countries see it.
 */
function withOperators(queries: QueryCreator<Database>, ids: readonly RegionId[]) {
  const canSeeAll = ids.length === regions.length;
  // The fields of stored requests that contain countries; see `ApprovableAction.regionsOf`.
  const isForRegions = sql<boolean>`region_id is null
    and coalesce(body -> 'regions', body -> 'within') <@ ${JSON.stringify(ids)}::jsonb`;
  return queries
    .with(
      (cte) => cte('operator_grants').notMaterialized(),
      (query) => query.selectFrom('operator_grants').selectAll().where('region_id', 'in', ids),
    )
    .with(
      (cte) => cte('operators').notMaterialized(),
      (query) =>
        query
          .selectFrom('operators')
          .selectAll()
          .where('id', 'in', query.selectFrom('operator_grants').select('operator_id')),
    )
    .with(
      (cte) => cte('operator_approvals').notMaterialized(),
      (query) =>
        query
          .selectFrom('operator_approvals')
          .selectAll()
          .where((eb) =>
            canSeeAll
              ? eb.or([eb('region_id', 'in', ids), eb('region_id', 'is', null)])
              : eb.or([eb('region_id', 'in', ids), isForRegions]),
          ),
    );
}

/** Throws `not_found` unless the country of a new record is one of the operator's. */
export function requireRegion(
  { regions: allowedRegions }: { readonly regions: readonly RegionId[] },
  region: RegionId,
): void {
  if (!allowedRegions.includes(region)) throw new ApiFailure('not_found', { field: 'body.region' });
}

/** Limits the operator's countries to the selected one; all if none is selected. */
export function chosenRegions(
  { regions: allowedRegions }: { readonly regions: readonly RegionId[] },
  chosenRegion: RegionId | undefined,
): readonly RegionId[] {
  return allowedRegions.filter((id) => chosenRegion === undefined || id === chosenRegion);
}

/** The country if all are the same; otherwise null. */
export function commonRegion(regions: readonly RegionId[]): RegionId | null {
  const [first = null, ...others] = new Set(regions);
  return others.length === 0 ? first : null;
}

/**
 * Finds the country of records within the operator's countries.
 * @param queries limited to these countries
 * @returns null if a record doesn't exist there; `common` is null if the records belong to several countries
 */
export async function findRecordRegion(
  queries: ScopedQueries,
  record: ScopedRecord,
  ids: readonly string[],
): Promise<{ readonly common: RegionId | null } | null> {
  const distinctIds = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (distinctIds.length === 0) return null;
  const rows = await selectRegions[record](queries, distinctIds);
  if (rows.length !== distinctIds.length) return null;
  const recordRegions = new Set(rows.map(({ region }) => region));
  const [first = null] = recordRegions;
  return { common: recordRegions.size === 1 ? first : null };
}

type SelectRegions = (
  queries: ScopedQueries,
  ids: readonly string[],
) => Promise<readonly { readonly region: RegionId | null }[]>;

/** For each kind of record, selects one row for each record that exists. */
const selectRegions: Readonly<Record<ScopedRecord, SelectRegions>> = {
  announcement: (queries, ids) =>
    queries
      .selectFrom('announcements')
      .select('announcements.region_id as region')
      .where('announcements.uuid', 'in', ids)
      .where('announcements.state', '<>', 'discarded')
      .execute(),
  approval: (queries, ids) =>
    queries
      .selectFrom('operator_approvals')
      .select('operator_approvals.region_id as region')
      .where('operator_approvals.uuid', 'in', ids)
      .execute(),
  card: (queries, ids) =>
    queries
      .selectFrom('club_cards')
      .select('club_cards.region_id as region')
      .where('club_cards.uuid', 'in', ids)
      .execute(),
  certificate: (queries, ids) =>
    queries
      .selectFrom('warranty_certificates')
      .select('warranty_certificates.region_id as region')
      .where('warranty_certificates.uuid', 'in', ids)
      .where('warranty_certificates.deleted', '=', false)
      .execute(),
  operator: (queries, ids) =>
    queries
      .selectFrom('operators')
      // An operator can have several countries.
      .select(sql<RegionId | null>`null`.as('region'))
      .where('operators.id', 'in', ids)
      .execute(),
  chat: (queries, ids) =>
    queries
      .selectFrom('support_chats')
      .select('support_chats.region_id as region')
      .where('support_chats.uuid', 'in', ids)
      .execute(),
  chat_template: (queries, ids) =>
    queries
      .selectFrom('chat_templates')
      .select('chat_templates.region_id as region')
      .where('chat_templates.uuid', 'in', ids)
      .execute(),
  company: (queries, ids) =>
    queries
      .selectFrom('companies')
      .select('companies.regions_id as region')
      .where('companies.id', 'in', ids)
      .execute(),
  content: async (queries, ids) => {
    const publishedContent = await queries
      .selectFrom('contents')
      .select(['contents.uuid', 'contents.region_id as region'])
      .where('contents.uuid', 'in', ids)
      .execute();
    const drafts = await queries
      .selectFrom('content_drafts')
      .select(['content_drafts.uuid', 'content_drafts.region_id as region'])
      .where('content_drafts.uuid', 'in', ids)
      .where('content_drafts.content', 'is not', null)
      .execute();
    // Published content may also have a draft.
    return [...new Map([...publishedContent, ...drafts].map((row) => [row.uuid, row])).values()];
  },
  held_lot: (queries, ids) =>
    queries
      .selectFrom('held_lots')
      .select('held_lots.region_id as region')
      .where('held_lots.uuid', 'in', ids)
      .execute(),
  installer: (queries, ids) =>
    queries
      .selectFrom('installers')
      .innerJoin('companies', 'companies.id', 'installers.company_id')
      .select('companies.regions_id as region')
      .where('installers.id', 'in', ids)
      .execute(),
  lead: (queries, ids) =>
    queries
      .selectFrom('leads')
      .select('leads.region_id as region')
      .where('leads.uuid', 'in', ids)
      .where('leads.deleted', '=', false)
      .execute(),
  lead_request: (queries, ids) =>
    queries
      .selectFrom('lead_requests')
      .select('lead_requests.region_id as region')
      .where('lead_requests.uuid', 'in', ids)
      .execute(),
  lead_token: (queries, ids) =>
    queries
      .selectFrom('lead_tokens')
      .select('lead_tokens.region_id as region')
      .where('lead_tokens.uuid', 'in', ids)
      .execute(),
  order: (queries, ids) =>
    queries
      .selectFrom('orders')
      .innerJoin('companies', 'companies.id', 'orders.company_id')
      .select('companies.regions_id as region')
      .where('orders.uuid', 'in', ids)
      .execute(),
  order_batch: (queries, ids) =>
    queries
      .selectFrom('order_batches')
      .select('order_batches.region_id as region')
      .where('order_batches.uuid', 'in', ids)
      .execute(),
  project: (queries, ids) =>
    queries
      .selectFrom('projects')
      .innerJoin('companies', 'companies.id', 'projects.company_id')
      .select('companies.regions_id as region')
      .where('projects.uuid', 'in', ids)
      .execute(),
  product: (queries, ids) =>
    queries
      .selectFrom('shop_products')
      .select('shop_products.region_id as region')
      .where('shop_products.uuid', 'in', ids)
      .where('shop_products.deleted', '=', false)
      .execute(),
  product_category: (queries, ids) =>
    queries
      .selectFrom('shop_categories')
      .select('shop_categories.region_id as region')
      .where('shop_categories.uuid', 'in', ids)
      .execute(),
  variant: (queries, ids) =>
    queries
      .selectFrom('shop_variants')
      .select('shop_variants.region_id as region')
      // Handlers decide what to do with variants that were removed from the shop.
      .where('shop_variants.uuid', 'in', ids)
      .execute(),
  settings_version: (queries, ids) =>
    queries
      .selectFrom('settings_versions')
      .select('settings_versions.region_id as region')
      .where('settings_versions.uuid', 'in', ids)
      .execute(),
  survey: (queries, ids) =>
    queries
      .selectFrom('surveys')
      .select('surveys.region_id as region')
      .where('surveys.uuid', 'in', ids)
      .execute(),
  scan: (queries, ids) =>
    queries
      .selectFrom('scans')
      .innerJoin('companies', 'companies.id', 'scans.company_id')
      .select('companies.regions_id as region')
      .where('scans.uuid', 'in', ids)
      .execute(),
};

/** True for kinds of records that `findRecordRegion` can find. */
export const isScopedRecord = (kind: string): kind is ScopedRecord =>
  Object.hasOwn(selectRegions, kind);
