import { useLingui } from '@lingui/react/macro';
import type { DayGroup } from '#src/data/time/group-by-day.ts';
import { useFormat } from '#src/data/text/format.ts';

/** Returns a function that formats a day: today, yesterday, or its date. */
export function useDayLabel(): (day: DayGroup<{ readonly created_at: string }>) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ age, items: [first] }) => {
    if (age === 'today') return t`Today`;
    if (age === 'yesterday') return t`Yesterday`;
    return format.date(first.created_at);
  };
}
