import { useMemo } from 'react';
import { useIdentity } from '../account/use-session.ts';
import type { RegionalClock } from './time-left.ts';
import { useServerTime } from './use-server-time.ts';

const MINUTE = 60_000;

/** The server's clock, to the minute, and the person's region: a screen that stays open sees time run out. */
export function useRegionalClock(): RegionalClock {
  const region = useIdentity()?.region ?? 'PL';
  const now = useServerTime((time) => Math.floor(time / MINUTE) * MINUTE);
  return useMemo(() => ({ now, region }), [now, region]);
}
