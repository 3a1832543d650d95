import type { Locks } from './ports.ts';

export interface Leadership {
  isLeader(): boolean;
  /** Gives up the lead, or the waiting for it. Resolves when `onLead`'s undoing is done. */
  close(): Promise<void>;
}

/**
 * One tab of an account leads: the one that holds the lock. It goes to the next tab by itself when
 * the leader closes or dies (F30, F31).
 * @param lead starts what only the leader does; answers with how to stop it
 */
export function takeTurns(
  name: string,
  locks: Locks,
  lead: () => Promise<() => Promise<void>>,
): Leadership {
  const giveUp = new AbortController();
  let leads = false;
  const turn = locks
    .run(
      name,
      async () => {
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
