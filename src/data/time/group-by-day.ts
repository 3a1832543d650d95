import { HOUR_MS } from '#schemas/durations.ts';
/** Items of one day of the user's calendar. */
export interface DayGroup<Item> {
  /** The day, such as `2026-05-04`. */
  readonly key: string;
  /** Relative age; today and yesterday have their own labels. */
  readonly age: 'today' | 'yesterday' | 'older';
  readonly items: readonly [Item, ...Item[]];
}

/**
 * Groups items by day. The items must be sorted by time, in either direction.
 * @param now ms since 1970 by the device's clock, because days are local
 */
export function groupByDay<Item extends { readonly created_at: string }>(
  items: readonly Item[],
  now: number,
): DayGroup<Item>[] {
  const today = dayOf(now);
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  // Any time on the previous day works, even across clock changes.
  const yesterday = dayOf(midnight - HOUR_MS);
  const days: { key: string; age: DayGroup<Item>['age']; items: [Item, ...Item[]] }[] = [];
  for (const item of items) {
    const key = dayOf(Date.parse(item.created_at));
    const lastDay = days.at(-1);
    if (lastDay?.key === key) lastDay.items.push(item);
    else {
      const ageBeforeToday = key === yesterday ? 'yesterday' : 'older';
      days.push({ key, age: key >= today ? 'today' : ageBeforeToday, items: [item] });
    }
  }
  return days;
}

function dayOf(moment: number): string {
  const date = new Date(moment);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
