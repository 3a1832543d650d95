import { useMemo, useSyncExternalStore } from 'react';
import { useIdentity } from '../account/use-session.ts';
import { useServerNow } from '../requests/use-call.ts';
import { everyMinute } from './every-minute.ts';
import type { Clock } from './time-left.ts';

const MINUTE = 60_000;

/** The server's clock, to the minute, and the person's region: a screen that stays open sees time run out. */
export function useClock(): Clock {
  const region = useIdentity()?.region ?? 'PL';
  const serverNow = useServerNow();
  const now = useSyncExternalStore(everyMinute, () => Math.floor(serverNow() / MINUTE) * MINUTE);
  return useMemo(() => ({ now, region }), [now, region]);
}
