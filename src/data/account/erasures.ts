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
 * @param store holds the ids of the scheduled users, outside the databases
 * @param erase deletes a user's databases; rejects if any remains
 */
export function createErasures(
  store: KeyValue,
  erase: (userId: string) => Promise<void>,
): Erasures {
  const scheduledUserIds = () => (store.get(KEY) ?? '').split(',').filter(Boolean);
  const saveUserIds = (userIds: readonly string[]) => {
    if (userIds.length === 0) store.remove(KEY);
    else store.set(KEY, userIds.join(','));
  };
  const runningErasures = new Map<string, Promise<void>>();
  // Only one erasure runs per user. A second one could delete data that the user's next sign-in has stored in the
  // meantime.
  const eraseOnce = (userId: string) => {
    const erasure =
      runningErasures.get(userId) ??
      erase(userId)
        .then(() => saveUserIds(scheduledUserIds().filter((other) => other !== userId)))
        // The databases stay scheduled, so the next start tries again.
        .catch(() => undefined)
        .finally(() => runningErasures.delete(userId));
    runningErasures.set(userId, erasure);
    return erasure;
  };
  return {
    schedule: (userId) => saveUserIds([...new Set([...scheduledUserIds(), userId])]),
    finish: async (userId) => {
      const erasures = scheduledUserIds().map((id) => ({ id, erasure: eraseOnce(id) }));
      const pendingErasures = erasures.filter(({ id }) => userId === undefined || id === userId);
      await Promise.all(pendingErasures.map(({ erasure }) => erasure));
    },
    isPending: (userId) => scheduledUserIds().includes(userId),
  };
}
