import { useEffect, useState } from 'react';

/** The hour of the day, 0 to 23, by the device's clock; an app that stays open follows it. */
export function useHour(): number {
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return hour;
}
