import * as v from 'valibot';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import { type DraftStore, readSaved } from './saved-draft.ts';

/** Keys that start with `draft:` and a user id are deleted at sign-out. */
const DRAFT_KEY = /^draft:([^:]+):/;

const session = v.object({ account: v.object({ user_id: v.string() }) });

/**
 * Creates the storage for a user's drafts. Only writes for the user who is signed in now, because a frozen tab
 * may resume after another one signed out and deleted them.
 * @param store stores the session too
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
