export interface LedgerMonth<Line> {
  /** Year and month of the person's calendar, `2026-05`. */
  key: string;
  /** A moment within the month, to write its heading from. */
  moment: string;
  lines: readonly Line[];
}

/**
 * Lines, newest first, under the months of their newest booking.
 * @param monthOf year and month of a moment; by default of the device's calendar
 */
export function byMonth<Line extends { readonly created_at: string }>(
  lines: readonly Line[],
  monthOf: (moment: string) => string = localMonth,
): LedgerMonth<Line>[] {
  const months: { key: string; moment: string; lines: Line[] }[] = [];
  for (const line of lines) {
    const key = monthOf(line.created_at);
    const last = months.at(-1);
    if (last?.key === key) last.lines.push(line);
    else months.push({ key, moment: line.created_at, lines: [line] });
  }
  return months;
}

function localMonth(moment: string): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}
