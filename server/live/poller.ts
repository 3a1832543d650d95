/** Poll interval for writes by other processes and jobs. */
const POLL_MS = 250;
/** Delay after a write by this process; writes in quick succession share one poll. */
const WRITE_DELAY_MS = 20;

/** Polls repeatedly; polls never overlap. */
interface Poller {
  /** Starts polling at the regular interval. */
  start(): void;
  /** Polls soon, after a write. */
  pollSoon(): void;
  close(): void;
}

/**
 * @param poll must not throw
 * @param isNeeded if this returns false, polling stops until the next `start` or `pollSoon`
 */
export function createPoller(poll: () => Promise<void>, isNeeded: () => boolean): Poller {
  let timer: NodeJS.Timeout | null = null;
  let dueAt = Number.POSITIVE_INFINITY;
  let isPolling = false;
  /** True if something was written during the current poll. */
  let hasNewWrite = false;
  let isClosed = false;

  const schedule = (ms: number) => {
    const time = performance.now() + ms;
    if (isClosed || isPolling || !isNeeded() || (timer !== null && dueAt <= time)) return;
    if (timer !== null) clearTimeout(timer);
    dueAt = time;
    timer = setTimeout(() => void run(), ms);
  };
  const run = async () => {
    timer = null;
    isPolling = true;
    hasNewWrite = false;
    await poll();
    isPolling = false;
    schedule(hasNewWrite ? WRITE_DELAY_MS : POLL_MS);
  };

  return {
    start: () => schedule(POLL_MS),
    pollSoon() {
      hasNewWrite = true;
      schedule(WRITE_DELAY_MS);
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
