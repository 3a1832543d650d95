import { readOptions } from '#schemas/person-rules.ts';

/** The orders of which a person has said that their voucher needs no reminding: `vouchersSeen` of their options. */
export function dismissedVouchers(options: string): readonly string[] {
  const seen = readOptions(options)?.['vouchersSeen'];
  return Array.isArray(seen) ? seen.filter((one) => typeof one === 'string') : [];
}
