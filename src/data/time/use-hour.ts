import { useServerTime } from './use-server-time.ts';

/** The hour of the day, 0 to 23, in the device's time zone by the server's clock; an app that stays open follows it. */
export function useHour(): number {
  return useServerTime((now) => new Date(now).getHours());
}
