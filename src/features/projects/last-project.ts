/** The project that each user last opened or saved products to, on this device. */
import { uuid } from '#schemas/primitives.ts';
import { readSaved } from '#src/data/drafts/saved-draft.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Keys that start with `draft:` and the user id are deleted at sign-out. */
const keyOf = (userId: string) => `draft:${userId}:last-project`;

/** @returns the project's id; null if there is none or it can't be read */
export function readLastProject(store: Pick<Store, 'getItem'>, userId: string): string | null {
  return readSaved(store, keyOf(userId), uuid);
}

export function saveLastProject(store: Store, userId: string, projectId: string): void {
  try {
    store.setItem(keyOf(userId), JSON.stringify(projectId));
  } catch {
    // Storage is full or blocked, so the project just isn't suggested.
  }
}
