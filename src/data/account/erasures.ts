import type { KeyValue } from '#sync/ports.ts';

const KEY = 'club.erase';

/** Makes sure that what is to be erased is erased, also when the app is killed in between. */
export interface Erasures {
  /** Writes down that the person's databases are to go. */
  begin: (userId: string) => void;
  /** Erases what an earlier run did not get to. Never throws; what fails stays written down. */
  finish: () => Promise<void>;
}

/**
 * @param store where the promise is kept, apart from the databases
 * @param erase deletes a person's databases, which nobody holds open
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
  };
}
