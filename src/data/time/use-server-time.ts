import { useCallback, useSyncExternalStore, useMemo } from 'react';
import { MAX_CLOCK_SKEW_MS } from '#sync/http/server-clock.ts';
import { useServices } from '../services.ts';
import { everyMinute } from './every-minute.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { useIdentity } from '../account/use-session.ts';
import type { RegionalClock } from './time-left.ts';

/**
 * A value that follows the server's clock: looked at each minute, and with each answer, which may have corrected the
 * clock by days.
 * @param read must give the same value as long as nothing has changed that is shown
 */
export function useServerTime<Value>(read: (now: number) => Value): Value {
  const { transport } = useServices();
  const subscribe = useCallback(
    (look: () => void) => {
      const stops = [everyMinute(look), transport.subscribe(look)];
      return () => stops.forEach((stop) => stop());
    },
    [transport],
  );
  return useSyncExternalStore(subscribe, () => read(transport.serverNow()));
}

/** Whether the device's clock is so far from the server's that the device shows another day. */
export function useIsClockWrong(): boolean {
  return useServerTime((now) => Math.abs(now - Date.now()) > MAX_CLOCK_SKEW_MS);
}

/** The hour of the day, 0 to 23, in the device's time zone by the server's clock; an app that stays open follows it. */
export function useHour(): number {
  return useServerTime((now) => new Date(now).getHours());
}

/**
 * The current day in the person's region, such as `2026-05-04`, by the server's clock, which edits are checked by, too;
 * a screen that stays open sees the next one begin.
 */
export function useToday(): string {
  const region = useIdentity()?.region ?? 'PL';
  return useServerTime((now) => dayIn(region, now));
}

const MINUTE = 60_000;

/** The server's clock, to the minute, and the person's region: a screen that stays open sees time run out. */
export function useRegionalClock(): RegionalClock {
  const region = useIdentity()?.region ?? 'PL';
  const now = useServerTime((time) => Math.floor(time / MINUTE) * MINUTE);
  return useMemo(() => ({ now, region }), [now, region]);
}
