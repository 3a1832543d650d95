import { CallError } from '../http/call-error.ts';
import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import type { Locks } from '../ports.ts';

export interface Leadership {
  isLeader(): boolean;
  /** Gives up the lead, or the waiting for it. Resolves when `onLead`'s undoing is done. */
  close(): Promise<void>;
}

/**
 * One tab of an account leads: the one that holds the lock. It goes to the next tab by itself when
 * the leader closes or dies (F30, F31).
 * @param lead starts what only the leader does; answers with how to stop it
 * @param mayStart resolves when it may start
 */
export function takeTurns(
  name: string,
  locks: Locks,
  lead: () => Promise<() => Promise<void>>,
  mayStart: () => Promise<void> = () => Promise.resolve(),
): Leadership {
  const giveUp = new AbortController();
  let leads = false;
  const turn = locks
    .run(
      name,
      async () => {
        await Promise.race([mayStart(), aborted(giveUp.signal)]);
        if (giveUp.signal.aborted) return;
        leads = true;
        const stop = await lead();
        await aborted(giveUp.signal);
        leads = false;
        await stop();
      },
      giveUp.signal,
    )
    .catch((error: unknown) => {
      leads = false;
      if (!giveUp.signal.aborted) throw error;
    });

  return {
    isLeader: () => leads,
    async close() {
      giveUp.abort();
      await turn;
    },
  };
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
    changed: (collections) => work?.changed(collections),
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
