import type { KeyValue } from '#sync/ports.ts';

const KEY = 'club.erase';

/** Erases an account's data from this device, also when the app is killed in between. */
export interface Erasures {
  /** Writes down that the person's databases are to be erased. */
  begin: (userId: string) => void;
  /**
   * Erases all that is written down, and waits for that of one person, or else for all. Never throws; a failed erasure
   * stays written down.
   */
  finish: (userId?: string) => Promise<void>;
  /** Whether the person's databases are still to be erased. */
  isPending: (userId: string) => boolean;
}

/**
 * @param store keeps the list, apart from the databases
 * @param erase deletes a person's databases; rejects unless they are gone
 */
export function createErasures(
  store: KeyValue,
  erase: (userId: string) => Promise<void>,
): Erasures {
  const pending = () => (store.get(KEY) ?? '').split(',').filter(Boolean);
  const keep = (userIds: readonly string[]) => {
    if (userIds.length === 0) store.remove(KEY);
    else store.set(KEY, userIds.join(','));
  };
  const running = new Map<string, Promise<void>>();
  // Two at a time could delete what the person's next sign-in has stored between them.
  const eraseOnce = (userId: string) => {
    const end =
      running.get(userId) ??
      erase(userId)
        .then(() => keep(pending().filter((other) => other !== userId)))
        // Still written down: the next start tries again.
        .catch(() => undefined)
        .finally(() => running.delete(userId));
    running.set(userId, end);
    return end;
  };
  return {
    begin: (userId) => keep([...new Set([...pending(), userId])]),
    finish: async (userId) => {
      const ends = pending().map((one) => ({ one, end: eraseOnce(one) }));
      const awaited = ends.filter(({ one }) => userId === undefined || one === userId);
      await Promise.all(awaited.map(({ end }) => end));
    },
    isPending: (userId) => pending().includes(userId),
  };
}
