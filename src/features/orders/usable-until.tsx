import { Trans } from '@lingui/react/macro';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';

/** Expiry of a voucher: its date, the time left if it is short, or when it expired. */
export function UsableUntil({ moment, clock }: { moment: string; clock: RegionalClock }) {
  const format = useFormat();
  const timeLeftText = useTimeLeftText();
  const left = timeLeft(moment, clock);
  if (left === null || left.unit === 'over') {
    return (
      <p className="mt-3 text-small font-semibold text-bad">
        <Trans>Expired on {format.date(moment)}</Trans>
      </p>
    );
  }
  return (
    <p className="mt-3 flex flex-wrap gap-x-3 text-small text-ink-soft">
      <Trans>Good until {format.day(left.lastDay)}</Trans>
      {isDueSoon(left, dueSoonDays.voucher) && (
        <TimeMark isSoon>{timeLeftText.left(left)}</TimeMark>
      )}
    </p>
  );
}
