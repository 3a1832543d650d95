import { Trans } from '@lingui/react/macro';
import { useFormat } from '#src/data/words/format.ts';

/**
 * Until when a voucher is good, or since when it is not any more.
 * @param props.now milliseconds since 1970, by the server's clock
 */
export function UsableUntil({ moment, now }: { moment: string; now: number }) {
  const format = useFormat();
  return Date.parse(moment) > now ? (
    <p className="mt-3 text-small text-ink-soft">
      <Trans>Good until {format.date(moment)}</Trans>
    </p>
  ) : (
    <p className="mt-3 text-small font-semibold text-bad">
      <Trans>Expired on {format.date(moment)}</Trans>
    </p>
  );
}
