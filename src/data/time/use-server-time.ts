import { useCallback, useSyncExternalStore, useMemo } from 'react';
import { MINUTE_MS } from '#schemas/durations.ts';
import { MAX_CLOCK_SKEW_MS } from '#sync/http/server-clock.ts';
import { useServices } from '../services.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import { useIdentity } from '../account/use-session.ts';
import type { RegionalClock } from './time-left.ts';

/** Interval of clock checks, in ms: a new day is noticed within this time. */
const CHECK_INTERVAL_MS = 60_000;

/** Calls back every minute, and when the page becomes visible, because timers pause while it's hidden. */
export function everyMinute(check: () => void): () => void {
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

/**
 * Derives a value from the server's clock. Updates every minute and after each response, which may correct the
 * clock by days.
 * @param read must return an equal value while nothing visible changes
 */
function useServerTime<Value>(read: (now: number) => Value): Value {
  const { transport } = useServices();
  const subscribe = useCallback(
    (check: () => void) => {
      const unsubscribers = [everyMinute(check), transport.subscribe(check)];
      return () => unsubscribers.forEach((stop) => stop());
    },
    [transport],
  );
  return useSyncExternalStore(subscribe, () => read(transport.serverNow()));
}

/**
 * True if the device's clock was off by more than `maxErrorMs` at its last contact with the server.
 * @param maxErrorMs by default, an error that is large enough for the device to show another day
 */
export function useIsClockWrong(maxErrorMs = MAX_CLOCK_SKEW_MS): boolean {
  return useServerTime((now) => Math.abs(now - Date.now()) > maxErrorMs);
}

/** Returns the current hour (0 to 23) in the device's time zone, by the server's clock. Updates while mounted. */
export function useHour(): number {
  return useServerTime((now) => new Date(now).getHours());
}

/**
 * Returns the current day in the user's region, such as `2026-05-04`. It's by the server's clock, so that it agrees
 * with the server's own checks. Updates at midnight.
 */
export function useToday(): string {
  const region = useIdentity()?.region ?? 'PL';
  return useServerTime((now) => dayIn(region, now));
}

/** The server's clock, to the minute, and the user's region. */
export function useRegionalClock(): RegionalClock {
  const region = useIdentity()?.region ?? 'PL';
  const now = useServerTime((time) => Math.floor(time / MINUTE_MS) * MINUTE_MS);
  return useMemo(() => ({ now, region }), [now, region]);
}
