import type { HeldLock, Locks, TabChannel } from '../ports.ts';
import { withTimeout } from '../store/with-timeout.ts';
import { changeSharedText, readSharedText } from '../store/shared-texts.ts';

/* A suspended tab keeps its Web Locks, which blocks every other tab. So each waiting tab pings the holder, and steals
   the lock if there's no response. The tabs use messages for this, because a hidden tab's timers fire only once a
   minute but messages arrive immediately. So a healthy hidden tab keeps its locks. */

/** Interval at which a waiting tab pings the holder, in ms. */
const PING_INTERVAL_MS = 1_500;
/** After this many missed pings the holder loses the lock. */
const MAX_MISSED_PINGS = 3;
/** Timeout for the store, in ms, so that it can't block work under the lock. */
const EPOCH_TIMEOUT_MS = 2_000;

/** Messages about one lock: a waiting tab's ping, and the holder's reply. */
type LockMessage = 'who' | 'here';

/** Counts the holders of a lock across all tabs and restarts. */
export interface Epochs {
  /** Starts the next epoch. */
  next(name: string): Promise<string>;
  current(name: string): Promise<string | null>;
}

export interface LockPorts {
  readonly locks: Pick<LockManager, 'request'>;
  readonly channel: (name: string) => TabChannel;
  readonly epochs: Epochs;
  /**
   * Repeats a callback while this tab's script runs.
   * @returns a function that stops the repetition
   */
  readonly every?: (ms: number, run: () => void) => () => void;
}

/** Shared-text key of a lock's epoch. */
const epochKey = (lock: string) => `lock:${lock}`;

/** Epochs in the store shared by all tabs, one transaction each. */
export const storedEpochs: Epochs = {
  async next(name) {
    let epoch = '';
    await changeSharedText(epochKey(name), (text) => (epoch = String(Number(text ?? 0) + 1)));
    return epoch;
  },
  current: (name) => readSharedText(epochKey(name)),
};

/** Creates locks that a suspended tab loses within seconds. */
export function createWatchedLocks(ports: LockPorts): Locks {
  return {
    run: (name, work, signal, onSilence) => runWatched(ports, { name, work, signal, onSilence }),
  };
}

interface LockRequest<T> {
  readonly name: string;
  readonly work: (heldLock?: HeldLock) => Promise<T>;
  readonly signal: AbortSignal | undefined;
  readonly onSilence: ((isSilent: boolean) => void) | undefined;
}

async function runWatched<T>(
  { locks, channel: openChannel, epochs, every = everyMs }: LockPorts,
  { name, work, signal, onSilence = () => undefined }: LockRequest<T>,
): Promise<T> {
  const channel = openChannel(`club-lock ${name}`);
  const silence = new AbortController();
  const lossController = new AbortController();
  const stopWatching = watchHolder({
    channel,
    every,
    onSilence,
    onUnresponsive: () => silence.abort(),
  });
  let stopResponding = () => {};
  let currentWork: Promise<T> | null = null;

  const startWork = async () => {
    stopWatching();
    onSilence(false);
    stopResponding = respondAsHolder(channel);
    return work(await createHeldLock(epochs, name, lossController.signal));
  };
  const runOnce = () => (currentWork ??= startWork());
  const acquire = async (): Promise<T> => {
    const waitSignal = AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]);
    try {
      return await locks.request(name, { signal: waitSignal }, runOnce);
    } catch (error) {
      const isSilent = currentWork === null && silence.signal.aborted && signal?.aborted !== true;
      if (!isSilent) throw error;
      return await locks.request(name, { steal: true }, runOnce);
    }
  };
  try {
    return await acquire();
  } catch (error) {
    if (currentWork === null) throw error;
    // The lock was stolen or released, so notify the work, and settle with its result.
    lossController.abort();
    return await (currentWork as Promise<T>);
  } finally {
    stopWatching();
    stopResponding();
    channel.close();
  }
}

function everyMs(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/**
 * Repeatedly pings the lock's holder.
 * @param options `onSilence` is called when the holder stops or resumes responding, `onUnresponsive` when it has been
 *   silent for too long
 * @returns a function that stops pinging
 */
function watchHolder(
  options: Required<Pick<LockPorts, 'every'>> & {
    readonly channel: TabChannel;
    readonly onSilence: (isSilent: boolean) => void;
    readonly onUnresponsive: () => void;
  },
): () => void {
  const { channel, onSilence, onUnresponsive } = options;
  let missedPings = 0;
  let isSilent = false;
  let lastPingAt = performance.now();
  const setSilent = (silent: boolean) => {
    if (silent !== isSilent) onSilence(silent);
    isSilent = silent;
  };
  const ping = () => {
    const now = performance.now();
    // This tab was suspended or slow itself, so it may not have read the replies yet.
    if (now - lastPingAt > 2 * PING_INTERVAL_MS) missedPings = 0;
    lastPingAt = now;
    if (missedPings >= MAX_MISSED_PINGS) {
      stop();
      return onUnresponsive();
    }
    setSilent(missedPings > 0);
    missedPings += 1;
    channel.post('who' satisfies LockMessage);
  };
  const stopListening = channel.subscribe((message) => {
    if (message !== ('here' satisfies LockMessage)) return;
    missedPings = 0;
    setSilent(false);
  });
  const stopPinging = options.every(PING_INTERVAL_MS, ping);
  const stop = () => {
    stopPinging();
    stopListening();
  };
  return stop;
}

/**
 * Replies to pings as the holder of a lock, and sends a first reply immediately.
 * @returns a function that stops replying
 */
function respondAsHolder(channel: TabChannel): () => void {
  const respond = () => channel.post('here' satisfies LockMessage);
  respond();
  return channel.subscribe((message) => {
    if (message === ('who' satisfies LockMessage)) respond();
  });
}

async function createHeldLock(
  epochs: Epochs,
  name: string,
  lossSignal: AbortSignal,
): Promise<HeldLock> {
  // If nothing can be stored, rely on the browser's lock alone.
  const epoch = await withTimeout(epochs.next(name), EPOCH_TIMEOUT_MS).catch(() => null);
  return {
    lossSignal,
    async isStillHeld() {
      if (lossSignal.aborted) return false;
      const currentEpoch =
        epoch && (await withTimeout(epochs.current(name), EPOCH_TIMEOUT_MS).catch(() => epoch));
      // A tab that just woke up learns of the loss from the store first.
      return currentEpoch === epoch && !lossSignal.aborted;
    },
  };
}
