import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { DEFAULT_LOW_AT } from '#schemas/operator/voucher-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { findWaitingOrders, importCodes, readPools, requireVoucher } from './voucher-pools.ts';

const listVoucherPools: OperatorHandler<typeof operatorCalls.listVoucherPools> = async (
  { query, operator },
  { db, clock },
) => {
  const regions = chosenRegions(operator, query.region);
  const data = await readPools(db, regions, clock.now());
  return { data, meta: { next: null, total: data.length } };
};

const checkVoucherCodes: OperatorHandler<typeof operatorCalls.checkVoucherCodes> = async (
  { body, operator },
  services,
) => {
  await requireVoucher(services.db, operator.regions, body);
  return importCodes(services, body, true);
};

const importVoucherCodes: OperatorHandler<typeof operatorCalls.importVoucherCodes> = (
  { body, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    await requireVoucher(trx, operator.regions, body);
    const { region, sku, why } = body;
    const importResult = await importCodes({ ...services, db: trx }, body, false);
    const { added, unchanged, rejected } = importResult;
    audit({
      kind: 'voucher_pool',
      id: `${regionCodeOf(region)} ${sku}`,
      region,
      before: null,
      after: { added, unchanged, rejected },
    });
    const waitingOrders = await findWaitingOrders(trx, body, services.clock.now());
    if (waitingOrders.length === 0) return { ...importResult, orders: 0, job: null };
    const rows = waitingOrders.map(({ uuid, number }) => ({ recordId: uuid, label: number }));
    const job = { act: 'completeOrder', why, regions: [region], rows };
    const startedJob = await startBulkJob(trx, job, { operator, services, audit });
    return { ...importResult, orders: startedJob.total, job: startedJob.job };
  });

const setVoucherWarning: OperatorHandler<typeof operatorCalls.setVoucherWarning> = ({
  body,
  operator,
  audit,
  runAction,
}) =>
  runAction(async (trx) => {
    await requireVoucher(trx, operator.regions, body);
    const [region, { sku, low_at }] = [regionCodeOf(body.region), body];
    const before = await trx
      .selectFrom('voucher_pools')
      .select('low_at')
      .where('region', '=', region)
      .where('sku', '=', sku)
      .forUpdate()
      .executeTakeFirst();
    await trx
      .insertInto('voucher_pools')
      .values({ region, sku, low_at })
      .onConflict((conflict) => conflict.columns(['region', 'sku']).doUpdateSet({ low_at }))
      .execute();
    audit({
      kind: 'voucher_pool',
      id: `${region} ${sku}`,
      region: body.region,
      before: { low_at: before?.low_at ?? DEFAULT_LOW_AT },
      after: { low_at },
    });
    return { low_at };
  });

/** Voucher code pools in the console. */
export const operatorVoucherHandlers = {
  listVoucherPools,
  checkVoucherCodes,
  importVoucherCodes,
  setVoucherWarning,
} satisfies Partial<OperatorHandlers>;
