import type { LedgerDocument } from '#schemas/ledger.ts';

export interface LedgerMonth {
  /** Year and month of the person's calendar, `2026-05`. */
  key: string;
  /** A moment within the month, to write its heading from. */
  moment: string;
  entries: readonly LedgerDocument[];
}

/**
 * Entries, newest first, under the months they were booked in.
 * @param monthOf year and month of a moment; by default of the device's calendar
 */
export function byMonth(
  entries: readonly LedgerDocument[],
  monthOf: (moment: string) => string = localMonth,
): LedgerMonth[] {
  const months: { key: string; moment: string; entries: LedgerDocument[] }[] = [];
  for (const entry of entries) {
    const key = monthOf(entry.created_at);
    const last = months.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else months.push({ key, moment: entry.created_at, entries: [entry] });
  }
  return months;
}

function localMonth(moment: string): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
