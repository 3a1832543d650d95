/** Interval of clock checks, in ms: midnight is noticed at most this late. */
const LOOK_EVERY_MS = 60_000;

/** Calls back every minute and when the page becomes visible: timers pause while it is hidden. */
export function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
