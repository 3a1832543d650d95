import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type QueryOf } from '#schemas/api/call.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type ScannedProduct } from '#schemas/operator/return-calls.ts';
import { RETURNED_REASON } from '#schemas/product-rejection.ts';
import { type TranslatedText } from '#schemas/primitives.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { normaliseCode, SERIAL_PART_1_MAX } from '#schemas/serial-number.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { loadReviewReasons } from '../review/country-reviews.ts';
import { isInPeriod } from '../db/join-conditions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { findProduct, possibleAction } from './returned-products.ts';

type Filters = Pick<
  QueryOf<typeof operatorCalls.listScannedProducts>,
  'serial' | 'project' | 'company' | 'state' | 'sort' | 'from' | 'until'
>;

const isReturned = sql<boolean>`scans.flag = 'rejected' and (scans.rejection ->> 'code') = 'returned'`;

/**
 * Returns the forms that a typed serial number may have on a label. One is the typed number. If it has no hyphen, there
 * is a second form with a hyphen.
 */
function listPossibleCodes(serial: string): string[] {
  const { value } = normaliseCode(serial);
  const [head, tail] = [value.slice(0, SERIAL_PART_1_MAX), value.slice(SERIAL_PART_1_MAX)];
  return value.includes('-') || tail === '' ? [value] : [value, `${head}-${tail}`];
}

/** Scanned products in index order. Exported for the query-plan test. */
export function createScannedList({ serial, project, company, state, sort, ...period }: Filters) {
  const conditions: RawBuilder<boolean>[] = [
    ...(serial === undefined
      ? []
      : [sql<boolean>`scans.serial_number = ${anyText(listPossibleCodes(serial))}`]),
    ...(project === undefined ? [] : [sql<boolean>`scans.projects_id = ${project}`]),
  ];
  const companyConditions =
    company === undefined ? [] : [sql<boolean>`scans.company_id = ${company}`];
  const searchConditions = conditions.length === 0 ? [] : [...conditions, ...companyConditions];
  return {
    table: 'scans',
    keys: ['created_at', 'uuid'],
    isDescending: sort !== 'at',
    where: (rows) => {
      const existingRows = rows
        .where('scans.deleted', '=', false)
        .where(isInPeriod('scans.created_at', period));
      return state === undefined ? existingRows : existingRows.where(isReturned);
    },
    // There is an index for serial numbers and one for projects. Few products have the same serial number or project,
    // so they can be sorted afterwards.
    searchCondition:
      searchConditions.length === 0
        ? undefined
        : sql<boolean>`${sql.join(searchConditions, sql` and `)}`,
    // A company can have many products, but their index is already in the list's order.
    parts:
      company === undefined || searchConditions.length > 0
        ? undefined
        : {
            column: 'company_id',
            values: sql`select id as value, regions_id as region from companies where id = ${company}`,
          },
  } as const satisfies Parameters<typeof readRegionPage<'scans', ScannedProduct>>[3];
}

export const listScannedProducts: OperatorHandler<
  typeof operatorCalls.listScannedProducts
> = async ({ query, operator }, { db }) => {
  const { rows, meta } = await readRegionPage(db, operator, query, createScannedList(query), {
    load: loadProducts,
    idOf: ({ id }) => id,
  });
  return { data: rows.map(({ details: _details, ...row }) => row), meta };
};

async function loadProducts(ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('scans')
    .innerJoin('companies', 'companies.id', 'scans.company_id')
    .select(['scans.uuid', 'scans.rev', 'scans.created_at', 'scans.type', 'scans.size'])
    .select(['scans.variant', 'scans.serial_number', 'scans.projects_id', 'scans.flag'])
    .select(['scans.rejection', 'scans.points', 'scans.tier_points', 'scans.campaign'])
    .select(['companies.id', 'companies.name', 'companies.regions_id'])
    .where('scans.uuid', '=', anyUuid(ids))
    .where('scans.deleted', '=', false)
    .execute();
  return rows.map((row) => {
    const isTakenBack = row.flag === 'rejected' && row.rejection?.code === RETURNED_REASON;
    return {
      ...{ id: row.uuid, region: row.regions_id, at: row.created_at.toISOString() },
      ...{ type: row.type, size: row.size, variant: row.variant },
      serial_number: row.serial_number,
      company: { id: row.id, name: row.name },
      project: row.projects_id,
      state: isTakenBack ? ('returned' as const) : row.flag,
      points: row.points,
      details: {
        rev: row.rev,
        level_points: row.tier_points,
        campaign: row.campaign,
        returned_at: isTakenBack ? (row.rejection?.decided_at ?? null) : null,
        rejection: row.flag === 'rejected' ? row.rejection : null,
      },
    };
  });
}

const builtInReason = { text_translated: null, needs_note: false };

/** Loads a country's reasons for taking a product back. "Returned" is built in, even in a country with its own list. */
async function loadReasons(db: Kysely<Database>, region: RegionId) {
  const [country] = await loadReviewReasons(db, [region]);
  const reasons = (country?.reasons ?? []).map(({ code, text_translated, needs_note }) => ({
    code,
    text_translated,
    needs_note,
  }));
  return reasons.some(({ code }) => code === RETURNED_REASON)
    ? reasons
    : [{ code: RETURNED_REASON, ...builtInReason }, ...reasons];
}

export const readScannedProduct: OperatorHandler<typeof operatorCalls.readScannedProduct> = async (
  { params: { id }, operator },
  { db },
) => {
  const [row] = await loadProducts([id], operator.queries);
  const storedProduct = await findProduct(db, id);
  if (!row || !storedProduct) throw new ApiFailure('not_found');
  const { details, ...product } = row;
  const { campaign, rejection, ...rest } = details;
  const reasons = await loadReasons(db, product.region);
  const act = possibleAction(storedProduct);
  const name = campaign
    ? await db
        .selectFrom('campaign_names')
        .select('name_translated')
        .where('region', '=', regionCodeOf(product.region))
        .where('id', '=', campaign.id)
        .executeTakeFirst()
    : undefined;
  return {
    ...product,
    ...rest,
    campaign_points: campaign?.points ?? 0,
    // The cast is safe, because these names are validated before they are written.
    campaign: (name?.name_translated as TranslatedText | undefined) ?? null,
    rejection: rejection && {
      ...(reasons.find(({ code }) => code === rejection.code) ?? builtInReason),
      ...{ code: rejection.code, note: rejection.note },
    },
    reasons: act === 'take_back' ? reasons : [],
    act,
  };
};
