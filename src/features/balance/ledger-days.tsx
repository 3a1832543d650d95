import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { groupByDay, type DayGroup } from '#src/data/time/group-by-day.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { List } from '#src/ui/lists/list.tsx';
import type { LedgerLine } from './ledger-lines.ts';

interface LedgerDaysProps {
  /** Newest first. */
  lines: readonly LedgerLine[];
  row: (line: LedgerLine) => ReactNode;
}

/** Bookings as a timeline: one card with the rows of each day. */
export function LedgerDays({ lines, row }: LedgerDaysProps) {
  const { now } = useRegionalClock();
  const dayLabel = useDayLabel(now);
  return (
    <Card padded={false} className="overflow-hidden py-1.5">
      {groupByDay(lines, now).map((day) => (
        <div key={day.key}>
          <h3 className="px-4 pt-3 font-sans text-small font-semibold text-ink-soft">
            {dayLabel(day)}
          </h3>
          <List tone="bare" label={dayLabel(day)}>
            {day.items.map(row)}
          </List>
        </div>
      ))}
    </Card>
  );
}

/** Label of a day; includes the year if it isn't the current one. */
function useDayLabel(now: number): (day: DayGroup<LedgerLine>) => string {
  const { t } = useLingui();
  const format = useFormat();
  const year = String(new Date(now).getFullYear());
  return ({ key, age }) => {
    if (age === 'today') return t`Today`;
    if (age === 'yesterday') return t`Yesterday`;
    return key.startsWith(year) ? format.monthDay(key) : format.day(key);
  };
}
