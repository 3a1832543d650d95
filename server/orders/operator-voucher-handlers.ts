import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { DEFAULT_LOW_AT } from '#schemas/operator/voucher-calls.ts';
import { regionCodeOf } from '#schemas/regions.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { chosenRegions } from '../console/operator-scope.ts';
import { pasteOrRequestApproval } from './paste-vouchers.ts';
import { importCodes, readPools, requireVoucher } from './voucher-pools.ts';

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
    const { why, ...paste } = body;
    const checkResult = await importCodes({ ...services, db: trx }, paste, true);
    const context = { operator, why, audit, services };
    const { approval, result } = await pasteOrRequestApproval(
      trx,
      paste,
      checkResult.added,
      context,
    );
    return { ...(result ?? { ...checkResult, orders: 0, job: null }), approval };
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
