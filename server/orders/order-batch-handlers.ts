import { type Kysely } from 'kysely';
import { batchProblems, type ListedBatch } from '#schemas/operator/order-batch-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { productKindOf, type VendorType } from '#schemas/vendors.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { chosenRegions, requireRegion } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { downloadOrRequestApproval, readBatch } from './batch-downloads.ts';
import { countResults, countUnbatched, createBatch } from './order-batches.ts';

/** Batches in index order. Exported for the query-plan test. */
export const batchList = (type?: VendorType, sort?: 'at' | '-at', id?: string) =>
  ({
    table: 'order_batches',
    keys: ['created_at', 'uuid'],
    isDescending: sort !== 'at',
    where: (batches) => {
      const typeBatches = type === undefined ? batches : batches.where('type', '=', type);
      return id === undefined ? typeBatches : typeBatches.where('uuid', '=', id);
    },
  }) as const satisfies Parameters<typeof readRegionPage<'order_batches', ListedBatch>>[3];

const listOrderBatches: OperatorHandler<typeof operatorCalls.listOrderBatches> = async (
  { query, operator },
  { db },
) => {
  const { rows, meta } = await readRegionPage(
    db,
    operator,
    query,
    batchList(query.type, query.sort, query.batch),
    {
      load: (ids) => loadBatches(db, ids),
      idOf: ({ id }) => id,
    },
  );
  return { data: rows, meta };
};

/** Loads batches with the results of their orders. */
async function loadBatches(db: Kysely<Database>, ids: readonly string[]): Promise<ListedBatch[]> {
  const rows = await db
    .selectFrom('order_batches')
    .selectAll()
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const results = await countResults(db, ids);
  const getName = await loadOperatorNames(
    db,
    rows.map((row) => ({ operator_id: row.created_by })),
  );
  return rows.map(({ uuid, number, region_id, type, created_by, created_at, orders, points }) => {
    const counts = results.get(uuid) ?? { failed: 0, completed: 0, rejected: 0 };
    const { failed: failedCount, completed: completedCount, rejected: rejectedCount } = counts;
    return {
      ...{ id: uuid, number, region: region_id, type, kind: productKindOf(type), orders, points },
      created_by: { id: created_by, name: getName(created_by) },
      created_at: created_at.toISOString(),
      open: orders - failedCount - completedCount - rejectedCount,
      ...counts,
    };
  });
}

const listUnbatchedOrders: OperatorHandler<typeof operatorCalls.listUnbatchedOrders> = async (
  { query, operator },
  { db },
) => {
  const rows = await countUnbatched(db, chosenRegions(operator, query.region));
  return { data: rows.map((row) => ({ ...row, kind: productKindOf(row.type) })) };
};

const createOrderBatch: OperatorHandler<typeof operatorCalls.createOrderBatch> = (
  { body: { region, type }, operator, audit, runAction },
  { clock },
) => {
  requireRegion(operator, region);
  return runAction(async (trx) => {
    const by = { operatorId: operator.operatorId, now: clock.now() };
    const id = await createBatch(trx, { region, type }, by);
    if (id === null)
      throw new ApiFailure('conflict', { details: { reason: batchProblems.noOrders } });
    const [batch] = await loadBatches(trx, [id]);
    if (!batch) throw new Error('A batch wasn’t stored.');
    const { number, orders, points } = batch;
    audit({
      kind: 'order_batch',
      id,
      region,
      before: null,
      after: { number, type, orders, points },
    });
    return batch;
  });
};

const downloadOrderBatch: OperatorHandler<typeof operatorCalls.downloadOrderBatch> = async (
  { params: { id }, body: { why }, operator, audit, runAction },
  services,
) => {
  let file: { readonly name: string; readonly csv: string } | null = null;
  const { approval } = await runAction(async (trx) => {
    const batch = await readBatch(trx, id);
    // Other roles that read personal data don't work with vendors.
    if (!regionsWithRight(operator.grants, 'orders.edit').includes(batch.region_id))
      throw new ApiFailure('forbidden');
    const context = { operator, why, audit, services };
    const outcome = await downloadOrRequestApproval(trx, batch, context);
    file = outcome.result;
    // The response stored for retries doesn't contain the file.
    return { approval: outcome.approval, file: null };
  });
  return { approval, file };
};

/** Batches of orders sent to vendors. */
export const orderBatchHandlers = {
  listOrderBatches,
  listUnbatchedOrders,
  createOrderBatch,
  downloadOrderBatch,
} satisfies Partial<OperatorHandlers>;
