import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { addDays, dayIn, startOfDay } from '#schemas/calendar-day.ts';
import { datedEarnings } from '#schemas/dated-earnings.ts';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { LedgerEntry } from '#schemas/ledger.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useFormat } from '#src/data/text/format.ts';
import type { RegionalClock } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { Points } from '#src/ui/points.tsx';
import { entriesSince } from './queries.ts';

const MONTHS = 12;

/** Points earned in each month of this year; hidden if there are none. */
export function MonthBars() {
  const clock = useRegionalClock();
  const [january = ''] = monthsOf(clock);
  const yearStart = startOfDay(clock.region, january);
  const entries = useLiveQuery((account) => entriesSince(account, yearStart), [yearStart]);
  if (!entries) return null;
  const months = earnedMonths(entries, clock);
  return totalEarned(months) === 0 ? null : <Chart months={months} />;
}

function Chart({ months }: { months: readonly EarnedMonth[] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const groupName = useId();
  const [selectedDay, setSelectedDay] = useState<string | null>(null);
  const currentMonth = months.at(-1);
  // The selected month disappears when a new year starts.
  const selectedMonth = months.find(({ day }) => day === selectedDay) ?? currentMonth;
  if (!selectedMonth) return null;
  const names = monthNames(i18n.locale);
  const maxPoints = Math.max(...months.map(({ points }) => points));
  const sum = totalEarned(months);
  const futureMonths = Array.from({ length: MONTHS - months.length }, (_, index) =>
    monthOfYear(selectedMonth.day, months.length + index),
  );
  const title = t`Points by month`;
  return (
    <section aria-label={title}>
      <div
        role="radiogroup"
        aria-label={title}
        className="flex h-42 items-stretch min-[22.5rem]:pe-3"
      >
        {months.map(({ day, points }) => (
          <label key={day} className="month">
            <input
              type="radio"
              name={groupName}
              aria-label={names.long(day)}
              checked={day === selectedMonth.day}
              onChange={() => setSelectedDay(day)}
            />
            <span
              data-now={day === currentMonth?.day ? '' : undefined}
              className="month-bar"
              style={{ height: `calc((100% - 1.875rem) * ${points / maxPoints})` }}
            />
            <span aria-hidden="true" className="month-letter">
              {names.narrow(day)}
            </span>
          </label>
        ))}
        {futureMonths.map((day) => (
          <span key={day} aria-hidden="true" className="month">
            <span className="month-letter">{names.narrow(day)}</span>
          </span>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-small text-ink-soft">
        <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-2">
          {names.long(selectedMonth.day)} <EarnedLabel points={selectedMonth.points} />
        </p>
        {months.length > 1 && (
          <p className="flex flex-wrap items-baseline gap-x-2">
            <Trans>This year</Trans> <EarnedLabel points={sum} />
          </p>
        )}
      </div>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <tbody>
            {months.map(({ day, points }) => (
              <tr key={day}>
                <th scope="row">{names.long(day)}</th>
                <td>{format.points(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function EarnedLabel({ points }: { points: number }) {
  const format = useFormat();
  return <Points number={format.signedPoints(points)} label={format.points(points)} />;
}

/**
 * The first day of a month in the same year.
 * @param index zero-based number of the month
 */
function monthOfYear(day: string, index: number): string {
  return `${day.slice(0, 4)}-${String(index + 1).padStart(2, '0')}-01`;
}

/** Full and narrow name of a month. */
function monthNames(language: string) {
  const monthFormat = (month: 'long' | 'narrow') => {
    const format = new Intl.DateTimeFormat(formattingLocale(language), { month, timeZone: 'UTC' });
    return (day: string) => {
      const name = format.format(new Date(`${day}T00:00:00.000Z`));
      return name.charAt(0).toLocaleUpperCase(formattingLocale(language)) + name.slice(1);
    };
  };
  return { long: monthFormat('long'), narrow: monthFormat('narrow') };
}

// Points a company has earned this year, by month.

interface EarnedMonth {
  /** The first day of the month, `2026-05-01`. */
  readonly day: string;
  readonly points: number;
}

/** Lists the first day of each month of the current year so far, in the region's time zone. */
function monthsOf({ now, region }: RegionalClock): string[] {
  const today = dayIn(region, now);
  return Array.from(
    { length: Number(today.slice(5, 7)) },
    (_, index) => `${today.slice(0, 4)}-${String(index + 1).padStart(2, '0')}-01`,
  );
}

type Entry = Pick<LedgerEntry, 'created_at' | 'event' | 'points' | 'variation' | 'project_uuid'>;

/**
 * Sums the points earned in each month of the region's year so far, excluding returned points. A correction
 * changes the month in which its project earned points.
 * @param entries in any order; other years are ignored
 */
export function earnedMonths(entries: readonly Entry[], clock: RegionalClock): EarnedMonth[] {
  // A correction without its project's entry belongs to an earlier year.
  const earnings = datedEarnings(entries).flatMap(({ earnedAt, points }) =>
    earnedAt === null ? [] : [{ time: Date.parse(earnedAt), points }],
  );
  const months = monthsOf(clock);
  const end = startOfDay(clock.region, addDays(dayIn(clock.region, clock.now), 1));
  const monthStarts = [...months.map((day) => startOfDay(clock.region, day)), end];
  return months.map((day, index) => {
    const [from = 0, to = 0] = monthStarts.slice(index);
    const points = earnings
      .filter(({ time }) => time >= from && time < to)
      .reduce((sum, earning) => sum + earning.points, 0);
    return { day, points };
  });
}

/** Sum of all months. */
export function totalEarned(months: readonly EarnedMonth[]): number {
  return months.reduce((sum, { points }) => sum + points, 0);
}
