import { useCallback, useSyncExternalStore } from 'react';
import { MAX_CLOCK_SKEW_MS } from '#sync/http/server-clock.ts';
import { useServices } from '../services.ts';
import { everyMinute } from './every-minute.ts';

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
