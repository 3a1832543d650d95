/** How often it is looked for what other processes and the jobs have written. */
const POLL_MS = 250;
/** Writes of this process are looked at sooner, and those that come together, together. */
const SOON_MS = 20;

/** Looks again and again, never twice at once. */
export interface Poller {
  /** Looks within the usual time, and goes on with it. */
  start(): void;
  /** Something was written: looks soon. */
  pollSoon(): void;
  close(): void;
}

/**
 * @param look must not throw
 * @param isNeeded while this is false nothing is looked at, until the next `start` or `soon`
 */
export function createPoller(look: () => Promise<void>, isNeeded: () => boolean): Poller {
  let timer: NodeJS.Timeout | null = null;
  let due = Number.POSITIVE_INFINITY;
  let isLooking = false;
  /** Written while it was looked. */
  let wroteSince = false;
  let isClosed = false;

  const plan = (ms: number) => {
    const at = performance.now() + ms;
    if (isClosed || isLooking || !isNeeded() || (timer !== null && due <= at)) return;
    if (timer !== null) clearTimeout(timer);
    due = at;
    timer = setTimeout(() => void run(), ms);
  };
  const run = async () => {
    timer = null;
    isLooking = true;
    wroteSince = false;
    await look();
    isLooking = false;
    plan(wroteSince ? SOON_MS : POLL_MS);
  };

  return {
    start: () => plan(POLL_MS),
    pollSoon() {
      wroteSince = true;
      plan(SOON_MS);
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
