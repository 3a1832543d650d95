import type { HeldLock, Locks, TabChannel } from '../ports.ts';
import { withTimeout } from '../store/with-timeout.ts';
import { changeSharedText, readSharedText } from '../store/shared-texts.ts';

/*
 * Web Locks belong to a tab until it is closed, also while the browser has suspended it: then nothing that needs the
 * lock happens in any tab. So each tab that waits for a lock asks its holder whether it is alive, and takes the lock
 * from one that stays silent. Asked and answered by messages, because a hidden tab's timers come only once a minute,
 * but its messages come at once: a hidden tab that is well keeps its locks.
 */

/** So often a waiting tab asks the holder, in ms. */
const ASK_EVERY_MS = 1_500;
/** So many questions without an answer, and the holder has lost the lock. */
const MOST_UNANSWERED = 3;
/** A store that does not answer must not keep a lock's work from being done, in ms. */
const EPOCH_PATIENCE_MS = 2_000;

/** What the tabs tell each other about one lock. */
type LockMessage = 'who' | 'here';

/** Counts the holders of a lock, over all tabs and restarts. */
export interface Epochs {
  /** Begins the next one. */
  next(name: string): Promise<string>;
  current(name: string): Promise<string | null>;
}

export interface LockPorts {
  readonly locks: Pick<LockManager, 'request'>;
  readonly channel: (name: string) => TabChannel;
  readonly epochs: Epochs;
  /** Runs something every so many milliseconds while this tab's script runs. @returns how to stop it */
  readonly every?: (ms: number, run: () => void) => () => void;
}

/** Where the epoch of a lock stands among the shared texts. */
export const epochKey = (lock: string) => `lock:${lock}`;

/** Epochs in the store that all tabs share, one transaction each. */
export const storedEpochs: Epochs = {
  async next(name) {
    let epoch = '';
    await changeSharedText(epochKey(name), (text) => (epoch = String(Number(text ?? 0) + 1)));
    return epoch;
  },
  current: (name) => readSharedText(epochKey(name)),
};

/** Locks that a suspended tab loses within seconds. */
export function createWatchedLocks(ports: LockPorts): Locks {
  return {
    run: (name, work, signal, onSilence) => runWatched(ports, { name, work, signal, onSilence }),
  };
}

interface Wanted<T> {
  readonly name: string;
  readonly work: (held?: HeldLock) => Promise<T>;
  readonly signal: AbortSignal | undefined;
  readonly onSilence: ((isSilent: boolean) => void) | undefined;
}

async function runWatched<T>(
  { locks, channel: open, epochs, every = everyMs }: LockPorts,
  { name, work, signal, onSilence = () => undefined }: Wanted<T>,
): Promise<T> {
  const channel = open(`club-lock ${name}`);
  const impatience = new AbortController();
  const lost = new AbortController();
  const stopWatching = watchHolder({
    ...{ channel, every, onSilence },
    onDead: () => impatience.abort(),
  });
  let stopAnswering = () => {};
  let working: Promise<T> | null = null;

  const begin = async () => {
    stopWatching();
    onSilence(false);
    stopAnswering = answerFor(channel);
    return work(await heldLock(epochs, name, lost.signal));
  };
  const hold = () => (working ??= begin());
  const take = async (): Promise<T> => {
    const patience = AbortSignal.any([impatience.signal, ...(signal ? [signal] : [])]);
    try {
      return await locks.request(name, { signal: patience }, hold);
    } catch (error) {
      const isSilent = working === null && impatience.signal.aborted && signal?.aborted !== true;
      if (!isSilent) throw error;
      return await locks.request(name, { steal: true }, hold);
    }
  };
  try {
    return await take();
  } catch (error) {
    if (working === null) throw error;
    // Another tab has taken it, or the browser has: the work hears of that, and ends as it does.
    lost.abort();
    return await (working as Promise<T>);
  } finally {
    stopWatching();
    stopAnswering();
    channel.close();
  }
}

function everyMs(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}

/**
 * Asks the holder of a lock again and again whether it is alive.
 * @param options `onSilence` is told when it begins or ends to be silent, `onDead` when it has been so for too long
 * @returns how to stop it
 */
function watchHolder(
  options: Required<Pick<LockPorts, 'every'>> & {
    readonly channel: TabChannel;
    readonly onSilence: (isSilent: boolean) => void;
    readonly onDead: () => void;
  },
): () => void {
  const { channel, onSilence, onDead } = options;
  let unanswered = 0;
  let isSilent = false;
  let askedAt = performance.now();
  const tell = (silent: boolean) => {
    if (silent !== isSilent) onSilence(silent);
    isSilent = silent;
  };
  const ask = () => {
    const now = performance.now();
    // This tab was suspended or slowed down itself: answers may still wait to be read.
    if (now - askedAt > 2 * ASK_EVERY_MS) unanswered = 0;
    askedAt = now;
    if (unanswered >= MOST_UNANSWERED) {
      stop();
      return onDead();
    }
    tell(unanswered > 0);
    unanswered += 1;
    channel.post('who' satisfies LockMessage);
  };
  const stopListening = channel.subscribe((message) => {
    if (message !== ('here' satisfies LockMessage)) return;
    unanswered = 0;
    tell(false);
  });
  const stopAsking = options.every(ASK_EVERY_MS, ask);
  const stop = () => {
    stopAsking();
    stopListening();
  };
  return stop;
}

/** Answers for the holder of a lock, and says at once that there is a new one. @returns how to stop it */
function answerFor(channel: TabChannel): () => void {
  const answer = () => channel.post('here' satisfies LockMessage);
  answer();
  return channel.subscribe((message) => {
    if (message === ('who' satisfies LockMessage)) answer();
  });
}

async function heldLock(epochs: Epochs, name: string, lost: AbortSignal): Promise<HeldLock> {
  // Where nothing can be stored, the browser's word on the lock has to do.
  const epoch = await withTimeout(epochs.next(name), EPOCH_PATIENCE_MS).catch(() => null);
  return {
    lost,
    async isMine() {
      if (lost.aborted) return false;
      const current =
        epoch && (await withTimeout(epochs.current(name), EPOCH_PATIENCE_MS).catch(() => epoch));
      // A tab that has just been woken hears of its loss later than the store knows of it.
      return current === epoch && !lost.aborted;
    },
  };
}
