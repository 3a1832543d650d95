/** Which project was worked on last on this device, by each person: opened, or products saved to it. */
import { uuid } from '#schemas/primitives.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** By its name it goes with the account when somebody signs out. */
const keyOf = (userId: string) => `draft:${userId}:last-project`;

/** @returns its id; null where there is none, or it can't be read */
export function readLastProject(store: Pick<Store, 'getItem'>, userId: string): string | null {
  return readSaved(store, keyOf(userId), uuid);
}

export function saveLastProject(store: Store, userId: string, projectId: string): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(projectId));
  } catch {
    // It is proposed one tap less often.
  }
}
