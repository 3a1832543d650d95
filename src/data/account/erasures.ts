import type { KeyValue } from '#sync/ports.ts';

const KEY = 'club.erase';

/** Erases an account's data from this device, also when the app is killed in between. */
export interface Erasures {
  /** Writes down that the person's databases are to be erased. */
  begin: (userId: string) => void;
  /** Erases all that is written down. Never throws; a failed erasure stays written down. */
  finish: () => Promise<void>;
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
  return {
    begin: (userId) => keep([...new Set([...pending(), userId])]),
    finish: async () => {
      for (const userId of pending()) {
        try {
          await erase(userId);
          keep(pending().filter((other) => other !== userId));
        } catch {
          // Still written down: the next start tries again.
        }
      }
    },
    isPending: (userId) => pending().includes(userId),
  };
}
