import { useSyncExternalStore } from 'react';
import { dayIn } from '#schemas/calendar-day.ts';
import { useIdentity } from '../account/use-session.ts';
import { everyMinute } from './every-minute.ts';

/**
 * The day it is now in the person's region, such as `2026-05-04`, by the clock that edits are stamped
 * with; a screen that stays open sees the next one begin.
 */
export function useToday(): string {
  const region = useIdentity()?.region ?? 'PL';
  return useSyncExternalStore(everyMinute, () => dayIn(region, Date.now()));
}
