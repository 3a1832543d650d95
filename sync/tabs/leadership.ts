import { CallError } from '../http/call-error.ts';
import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import type { HeldLock, Locks } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';

interface Leadership {
  isLeader(): boolean;
  /** Steps down and queues to lead again, behind other waiting tabs. */
  stepDown(): void;
  /** Stops leading, or stops waiting to lead. Resolves when the leader's work has stopped. */
  close(): Promise<void>;
}

interface LeadershipOptions {
  /**
   * Starts the leader's work.
   * @returns a function that stops this work
   */
  readonly lead: (lock?: HeldLock) => Promise<() => Promise<void>>;
  /** Resolves when the leader's work may start. */
  readonly whenReady?: (() => Promise<void>) | undefined;
  /** Called when the leading tab stops or resumes responding. */
  readonly onSilence?: (isSilent: boolean) => void;
}

/**
 * Elects the leader: the tab that holds the lock. The next tab takes over when the leader is closed, crashes or is
 * suspended (F30, F31, F34). A leader that loses the lock steps down as soon as it finds out, and waits for the lock
 * again.
 */
export function runLeaderElection(
  name: string,
  locks: Locks,
  { lead, whenReady = () => Promise.resolve(), onSilence }: LeadershipOptions,
): Leadership {
  const cancellation = new AbortController();
  let isLeader = false;
  let termEnd = new AbortController();

  const leadForTerm = async (lock?: HeldLock) => {
    termEnd = new AbortController();
    const endSignals = [cancellation.signal, termEnd.signal, ...(lock ? [lock.lossSignal] : [])];
    const whenEnded = whenAborted(AbortSignal.any(endSignals));
    await Promise.race([whenReady(), whenEnded]);
    if (endSignals.some((signal) => signal.aborted)) return;
    isLeader = true;
    const stop = await lead(lock);
    await whenEnded;
    isLeader = false;
    await stop();
  };
  const runElections = async () => {
    for (let failures = 0; !cancellation.signal.aborted;) {
      try {
        await locks.run(name, leadForTerm, cancellation.signal, onSilence);
        failures = 0;
      } catch {
        // Browsers reject lock requests of a page entering the back-forward cache, and the page may return.
        failures += 1;
        await pause(backoffMs(failures, Math.random()), cancellation.signal);
      }
    }
  };
  const elections = runElections();

  return {
    isLeader: () => isLeader,
    stepDown: () => termEnd.abort(),
    async close() {
      cancellation.abort();
      await elections;
    },
  };
}

function pause(ms: number, cancellation: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenElapsed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([whenElapsed, whenAborted(cancellation)]).finally(() => clearTimeout(timer));
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Loads the code of the leader's work. It's loaded separately, because screens and other tabs don't need it. */
const loadLeaderWork = () => import('../engine/leader-work.ts');
type LeaderWorkModule = Awaited<ReturnType<typeof loadLeaderWork>>;

/**
 * Starts the leader's work once its code is loaded. If loading fails, it's retried and shown in the status like a
 * failed request.
 */
export function startLeading(
  options: LeaderWorkOptions,
  load: () => Promise<Pick<LeaderWorkModule, 'startLeaderWork'>> = loadLeaderWork,
): LeaderWork {
  const { retry, log } = options;
  let work: LeaderWork | null = null;
  let isClosed = false;
  /** True if `wake` was called before the code was loaded; the first pull alone would send nothing. */
  let mustWake = false;
  const changedCollections = new Set<string>();
  const loadOnce = () =>
    load().catch((error: unknown) => {
      log.add('code_missing');
      throw error;
    });
  const start = retry.run({ kind: 'code' }, loadOnce, { isLocal: true }).then(
    ({ startLeaderWork }) => {
      if (isClosed) return;
      work = startLeaderWork(options);
      if (mustWake) work.wake();
      else if (changedCollections.size > 0) work.pull([...changedCollections]);
    },
    // Closed before the code was loaded.
    () => undefined,
  );

  return {
    wake() {
      mustWake = true;
      work?.wake();
    },
    pull(collections) {
      for (const name of collections) changedCollections.add(name);
      work?.pull(collections);
    },
    async firstPull() {
      await start;
      // Closed before it started: nothing was pulled, so don't report success.
      if (!work) throw new CallError('cancelled');
      await work.firstPull();
    },
    async close() {
      isClosed = true;
      await work?.close();
    },
  };
}
