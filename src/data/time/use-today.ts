import { dayIn } from '#schemas/calendar-day.ts';
import { useIdentity } from '../account/use-session.ts';
import { useServerTime } from './use-server-time.ts';

/**
 * The current day in the person's region, such as `2026-05-04`, by the server's clock, which edits are checked by, too;
 * a screen that stays open sees the next one begin.
 */
export function useToday(): string {
  const region = useIdentity()?.region ?? 'PL';
  return useServerTime((now) => dayIn(region, now));
}
