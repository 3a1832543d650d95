import * as v from 'valibot';
import type { ResultOf } from '#schemas/api/call.ts';
import type { voucherCalls } from '#schemas/operator/voucher-calls.ts';
import { listEntries, urlChoice, urlText } from '#console/parts/url-state.ts';

/** A pool in the list. */
export type VoucherPool = ResultOf<typeof voucherCalls.listVoucherPools>['data'][number];

/** Search parameters of the list of voucher pools. */
export const vouchersSearch = v.object({
  low: urlChoice(['1']),
  ...listEntries,
  /** Key of the pool shown in the panel. */
  open: urlText(120),
});

/** Identifies a pool in the URL. */
export const poolKey = ({ region, sku }: Pick<VoucherPool, 'region' | 'sku'>): string =>
  `${region} ${sku}`;

/** True if the free codes are below the pool's warning threshold. */
export const isLow = ({ free, low_at: limit }: VoucherPool): boolean => free < limit;
