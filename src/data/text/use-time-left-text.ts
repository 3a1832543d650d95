import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TimeLeft } from '../time/time-left.ts';
import { useFormat } from './format.ts';

/** Describes the remaining time. */
export function useTimeLeftText() {
  const { t } = useLingui();
  const dateFormat = useFormat();
  const format = (time: TimeLeft): string => {
    if (time.unit === 'over') return t`Deadline passed`;
    return time.unit === 'days'
      ? t`${plural(time.count, { one: '# day left', other: '# days left' })}`
      : t`${plural(time.count, { one: '# hour left', other: '# hours left' })}`;
  };
  return {
    /** "2 days left". */
    format,
    /**
     * "2 days left, until 25 November", or on the last day "5 hours left, until 14:30".
     * @param end ISO time
     */
    formatWithEnd: (time: TimeLeft, end: string): string => {
      if (time.unit === 'over') return format(time);
      const until = time.unit === 'days' ? dateFormat.monthDay(time.lastDay) : dateFormat.time(end);
      return t`${format(time)}, until ${until}`;
    },
  };
}
