import { CallError } from '../http/call-error.ts';
import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import type { HeldLock, Locks } from '../ports.ts';
import { backoffMs } from '../retry/retry-policy.ts';

export interface Leadership {
  isLeader(): boolean;
  /** Steps down and asks for the lead again, behind the other tabs that wait for it. */
  stepDown(): void;
  /** Gives up the lead, or the waiting for it. Resolves when `lead`'s undoing is done. */
  close(): Promise<void>;
}

export interface LeadershipOptions {
  /** Starts what only the leader does. @returns how to stop it */
  readonly lead: (held?: HeldLock) => Promise<() => Promise<void>>;
  /** Resolves when it may start. */
  readonly mayStart?: (() => Promise<void>) | undefined;
  /** Told when the leading tab does not answer (any more). */
  readonly onSilence?: (isSilent: boolean) => void;
}

/**
 * One tab of an account leads: the one that holds the lock. The next tab takes over when the leader closes, dies or
 * is suspended (F30, F31, F34). A leader that has lost the lock steps down as soon as it hears of it, and waits again.
 */
export function runLeaderElection(
  name: string,
  locks: Locks,
  { lead, mayStart = () => Promise.resolve(), onSilence }: LeadershipOptions,
): Leadership {
  const giveUp = new AbortController();
  let leads = false;
  let turn = new AbortController();

  const takeTurn = async (held?: HeldLock) => {
    turn = new AbortController();
    const ends = [giveUp.signal, turn.signal, ...(held ? [held.lost] : [])];
    const over = aborted(AbortSignal.any(ends));
    await Promise.race([mayStart(), over]);
    if (ends.some((end) => end.aborted)) return;
    leads = true;
    const stop = await lead(held);
    await over;
    leads = false;
    await stop();
  };
  const takeAllTurns = async () => {
    for (let failures = 0; !giveUp.signal.aborted;) {
      try {
        await locks.run(name, takeTurn, giveUp.signal, onSilence);
        failures = 0;
      } catch {
        // A browser rejects the requests of a page that goes into its back-forward cache, and the page may come back.
        failures += 1;
        await pause(backoffMs(failures, Math.random()), giveUp.signal);
      }
    }
  };
  const turns = takeAllTurns();

  return {
    isLeader: () => leads,
    stepDown: () => turn.abort(),
    async close() {
      giveUp.abort();
      await turns;
    },
  };
}

function pause(ms: number, giveUp: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([over, aborted(giveUp)]).finally(() => clearTimeout(timer));
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The code of what only the leader does, apart: screens stand without it, and other tabs need none. */
const loadLeaderWork = () => import('../engine/leader-work.ts');

/**
 * Starts the leader's work as soon as its code is there. What could not be loaded is tried again as a
 * request is, and shows in the status as one does.
 */
export function startLeading(options: LeaderWorkOptions, load = loadLeaderWork): LeaderWork {
  const { retry, log } = options;
  let work: LeaderWork | null = null;
  let isClosed = false;
  const loadOnce = () =>
    load().catch((error: unknown) => {
      log.add('code_missing');
      throw error;
    });
  const started = retry.run({ kind: 'code' }, loadOnce, { isLocal: true }).then(
    ({ startLeaderWork }) => {
      if (!isClosed) work = startLeaderWork(options);
    },
    // Closed before the code came.
    () => undefined,
  );

  return {
    wake: () => work?.wake(),
    pull: (collections) => work?.pull(collections),
    async firstPull() {
      await started;
      // Closed before it began: then nothing was pulled, and nobody may be told so.
      if (!work) throw new CallError('cancelled');
      await work.firstPull();
    },
    async close() {
      isClosed = true;
      await work?.close();
    },
  };
}
