import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#schemas/durations.ts';

/** Formats a day as in the URL, in the operator's time zone. */
function dayOf(time: Date): string {
  const dateParts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return dateParts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** Today as `2026-11-28`; updates at midnight. */
export function useToday(): string {
  const [day, setDay] = useState(() => dayOf(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setDay(dayOf(new Date())), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return day;
}
