import { useEffect, useState } from 'react';
import { RESEND_SECONDS } from '#schemas/session.ts';
import { useServerNow } from '#src/data/requests/use-call.ts';

/** Seconds until a new code can be requested (60 s, spec 1 §9), updated twice a second. */
export function useCountdown(sentAt: string | null): number {
  const serverNow = useServerNow();
  const [seconds, setSeconds] = useState(() => secondsLeft(sentAt, serverNow()));
  useEffect(() => {
    const tick = () => setSeconds(secondsLeft(sentAt, serverNow()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [sentAt, serverNow]);
  return seconds;
}

/** @param now ms since 1970, server clock like `sentAt` */
export function secondsLeft(sentAt: string | null, now: number): number {
  if (sentAt === null) return 0;
  const left = Date.parse(sentAt) + RESEND_SECONDS * 1000 - now;
  return Math.min(RESEND_SECONDS, Math.max(0, Math.ceil(left / 1000)));
}
