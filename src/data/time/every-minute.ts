/** Interval of clock checks, in ms: midnight is noticed at most this late. */
const CHECK_INTERVAL_MS = 60_000;

/** Calls back every minute and when the page becomes visible: timers pause while it is hidden. */
export function everyMinute(check: () => void): () => void {
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
