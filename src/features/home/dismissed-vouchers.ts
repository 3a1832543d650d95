import { parseOptions } from '#schemas/person-rules.ts';

/** Ids of orders whose voucher reminder was dismissed: `vouchersSeen` in the person's options. */
export function dismissedVouchers(options: string): readonly string[] {
  const uuids = parseOptions(options)?.['vouchersSeen'];
  return Array.isArray(uuids) ? uuids.filter((one) => typeof one === 'string') : [];
}
