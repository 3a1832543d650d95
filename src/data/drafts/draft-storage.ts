import * as v from 'valibot';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import { type DraftStore, readSaved } from './saved-draft.ts';

/** Keys that start with `draft:` and a user id are deleted at sign-out. */
const DRAFT_KEY = /^draft:([^:]+):/;

const session = v.object({ account: v.object({ user_id: v.string() }) });

/**
 * Creates the storage for drafts. It only saves drafts of the user who is signed in now. Otherwise, a frozen tab
 * could resume and save a draft after another tab has signed out and deleted the drafts.
 * @param store the storage that also contains the session
 */
export function createDraftStorage(store: () => DraftStore): DraftStore {
  return {
    getItem: (key) => store().getItem(key),
    removeItem: (key) => store().removeItem(key),
    setItem(key, text) {
      const userId = readSaved(store(), SESSION_KEY, session)?.account.user_id;
      if (DRAFT_KEY.exec(key)?.[1] === userId) store().setItem(key, text);
    },
  };
}

/** Drafts on this device. */
export const draftStorage = createDraftStorage(() => localStorage);
