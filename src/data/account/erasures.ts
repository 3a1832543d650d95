import type { KeyValue } from '#sync/ports.ts';

const KEY = 'club.erase';

/**
 * Erases accounts' data from this device. If the app is killed before an erasure has finished, the erasure is repeated
 * at the next start.
 */
export interface Erasures {
  /** Schedules the user's databases for erasure. */
  schedule: (userId: string) => void;
  /**
   * Erases all scheduled databases. Waits only for those of the given user, or for all if no user is given. Never
   * throws; databases that couldn't be erased stay scheduled.
   */
  finish: (userId?: string) => Promise<void>;
  /** True if the user's databases are still scheduled for erasure. */
  isPending: (userId: string) => boolean;
}

/**
 * @param store stores the list, outside the databases
 * @param erase deletes a user's databases; rejects if any remains
 */
export function createErasures(
  store: KeyValue,
  erase: (userId: string) => Promise<void>,
): Erasures {
  const pending = () => (store.get(KEY) ?? '').split(',').filter(Boolean);
  const saveUserIds = (userIds: readonly string[]) => {
    if (userIds.length === 0) store.remove(KEY);
    else store.set(KEY, userIds.join(','));
  };
  const running = new Map<string, Promise<void>>();
  // Two concurrent erasures could delete data that the user's next sign-in stored in between.
  const eraseOnce = (userId: string) => {
    const erasure =
      running.get(userId) ??
      erase(userId)
        .then(() => saveUserIds(pending().filter((other) => other !== userId)))
        // Still scheduled, so the next start retries.
        .catch(() => undefined)
        .finally(() => running.delete(userId));
    running.set(userId, erasure);
    return erasure;
  };
  return {
    schedule: (userId) => saveUserIds([...new Set([...pending(), userId])]),
    finish: async (userId) => {
      const erasures = pending().map((id) => ({ id, erasure: eraseOnce(id) }));
      const pendingErasures = erasures.filter(({ id }) => userId === undefined || id === userId);
      await Promise.all(pendingErasures.map(({ erasure }) => erasure));
    },
    isPending: (userId) => pending().includes(userId),
  };
}
