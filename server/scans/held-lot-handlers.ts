import { sql } from 'kysely';
import { type HeldLot } from '#schemas/operator/held-lot-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyText, anyUuid } from './any-of.ts';
import { releaseLot } from './held-lots.ts';

/** Held lots in the order of the index. Exported for the test of the query plan. */
export const heldLotList = (id?: string) =>
  ({
    table: 'held_lots',
    keys: ['held_at', 'uuid'],
    isDescending: false,
    where: (rows) =>
      rows
        .where('released_at', 'is', null)
        .$if(id !== undefined, (lots) => lots.where('uuid', '=', id ?? '')),
  }) as const satisfies Parameters<typeof readRegionPage<'held_lots', HeldLot>>[3];

const listHeldLots: OperatorHandler<typeof operatorCalls.listHeldLots> = async (
  { query, operator },
  { db },
) => {
  const { rows, meta } = await readRegionPage(db, operator, query, heldLotList(query.held_lot), {
    load: (ids, queries) => loadHeldLots(queries, ids),
    idOf: ({ id }) => id,
  });
  return { data: rows, meta };
};

/** SQL for the lot of a product: its serial number without the running number at the end. */
const scanLot = sql<string>`regexp_replace(scans.serial_number, '[0-9]{1,6}$', '')`;

/**
 * Loads held lots. For each lot, counts the company's products from it, and the companies for which it's held.
 */
async function loadHeldLots(queries: ScopedQueries, ids: readonly string[]): Promise<HeldLot[]> {
  const rows = await queries
    .selectFrom('held_lots')
    .innerJoin('companies', 'companies.id', 'held_lots.company_id')
    .where('held_lots.uuid', '=', anyUuid(ids))
    .where('held_lots.released_at', 'is', null)
    .select(['held_lots.uuid', 'held_lots.region_id', 'held_lots.lot', 'held_lots.held_at'])
    .select(['held_lots.asked', 'held_lots.unavailable', 'held_lots.company_id', 'companies.name'])
    .execute();
  const lots = [...new Set(rows.map(({ lot }) => lot))];
  // Each company's products are read only once.
  const products = await queries
    .selectFrom('scans')
    .where('scans.company_id', '=', anyUuid([...new Set(rows.map((row) => row.company_id))]))
    .where('scans.deleted', '=', false)
    .where(scanLot, '=', anyText(lots))
    .groupBy(['scans.company_id', scanLot])
    .select(['scans.company_id', scanLot.as('lot')])
    .select(sql<string>`count(*)`.as('products'))
    .select(sql<string>`count(*) filter (where scans.flag = 'in_review')`.as('in_review'))
    .execute();
  const companies = await queries
    .selectFrom('held_lots')
    .where('released_at', 'is', null)
    .where('lot', '=', anyText(lots))
    .groupBy('lot')
    .select(['lot', sql<string>`count(*)`.as('companies')])
    .execute();
  return rows.map((row) => {
    const ownProducts = products.find(
      ({ company_id, lot }) => company_id === row.company_id && lot === row.lot,
    );
    const sameLot = companies.find(({ lot }) => lot === row.lot);
    return {
      id: row.uuid,
      region: row.region_id,
      lot: row.lot,
      company: { id: row.company_id, name: row.name },
      held_at: row.held_at.toISOString(),
      asked: row.asked,
      unavailable: row.unavailable,
      products: Number(ownProducts?.products ?? 0),
      in_review: Number(ownProducts?.in_review ?? 0),
      companies: Number(sameLot?.companies ?? 1),
    };
  });
}

const releaseHeldLot: OperatorHandler<typeof operatorCalls.releaseHeldLot> = (
  { params: { id }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const heldLot = await trx
      .selectFrom('held_lots')
      .select(['company_id', 'lot', 'region_id', 'released_at'])
      .where('uuid', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
    if (heldLot.released_at !== null) throw new ApiFailure('conflict');
    await releaseLot(trx, { companyId: heldLot.company_id, lot: heldLot.lot }, clock.now());
    audit({
      ...{ kind: 'held_lot', id, region: heldLot.region_id },
      before: { held: true },
      after: { held: false, lot: heldLot.lot, company: heldLot.company_id },
    });
    return {};
  });

export const heldLotHandlers = { listHeldLots, releaseHeldLot } satisfies Partial<OperatorHandlers>;
