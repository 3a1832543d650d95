import type { KeyValue } from '#sync/ports.ts';

const KEY = 'club.erase';

/** Makes sure that what is to be erased is erased, also when the app is killed in between. */
export interface Erasures {
  /** Writes down that the person's databases are to go. */
  begin: (userId: string) => void;
  done: (userId: string) => void;
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
  const done = (userId: string) => keep(pending().filter((other) => other !== userId));
  return {
    begin: (userId) => keep([...new Set([...pending(), userId])]),
    done,
    finish: async () => {
      for (const userId of pending()) {
        try {
          await erase(userId);
          done(userId);
        } catch {
          // Still written down: the next start tries again.
        }
      }
    },
  };
}

/** Deletes databases by their names. @throws when the browser refuses or another page holds one. */
export async function deleteDatabases(names: readonly string[]): Promise<void> {
  for (const name of names) {
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error ?? new Error('delete failed'));
      request.onblocked = () => reject(new Error('delete blocked'));
    });
  }
}
