/** What goes by the clock is looked at this often, in ms: midnight is noticed this much late at most. */
const LOOK_EVERY_MS = 60_000;

/** Tells each minute, and when the app is seen again: while it was hidden its timers rested. */
export function everyMinute(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
