import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { MAX_PRICE } from '#schemas/operator/shop-calls.ts';
import { type ApprovableAction } from '../console/approvals.ts';
import { startBulkJob } from '../console/bulk-jobs.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  lockPrices,
  type PriceRequest,
  pricesApproval,
  runPriceAction,
  toVariantPrice,
} from './change-prices.ts';

/**
 * Changes the prices of many variants by a percentage, rounded to whole points, as a job. Free variants stay free, and
 * prices that the operator hasn't seen stay as they are. Whether a second person must approve depends on all of the
 * changes together; the approval then starts the job.
 */
export const changePricesByPercent: OperatorHandler<typeof operatorCalls.changePricesByPercent> = (
  { body: { variants, percent, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const seenPrices = new Map(variants.map(({ id, seen }) => [id.toLowerCase(), seen]));
    const lockedRows = await lockPrices(trx, [...seenPrices.keys()]);
    // Someone else may have changed prices or removed variants since the operator selected them.
    const rows = new Map([...lockedRows].filter(([id, { price }]) => price === seenPrices.get(id)));
    const prices = variants.flatMap(({ id, seen }) => {
      const row = rows.get(id.toLowerCase());
      if (row === undefined || seen === 0) return [];
      const after = Math.max(1, Math.round((seen * (100 + percent)) / 100));
      if (after > MAX_PRICE) throw new ApiFailure('invalid_input', { field: 'body.percent' });
      return after === seen ? [] : [toVariantPrice(row, after)];
    });
    const act = 'changePricesByPercent';
    const change = { act, action: percentApproval, prices, rows } as const;
    const context = { operator, why, audit, services };
    const { approval, result } = await runPriceAction(trx, change, context);
    const outdated = variants.length - rows.size;
    return { approval, job: result, prices: prices.length, outdated };
  });

/** Starts the job that changes the prices one by one, and returns its id. */
export const percentApproval: ApprovableAction<PriceRequest, string> = {
  ...pricesApproval,
  run: async (trx, { body, why, requestedBy, sessionId, isApproved, services, audit }) => {
    const rows = body.prices.map(({ id, sku, before, after }) => ({
      recordId: id,
      label: sku,
      input: { before, after },
    }));
    const { job } = await startBulkJob(
      trx,
      { act: 'changePrices', why, isApproved, regions: body.regions, rows },
      { operator: { operatorId: requestedBy, sessionId }, services, audit },
    );
    return job;
  },
};
