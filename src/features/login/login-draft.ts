import {
  createSavedDraft,
  type DraftStore,
  type SavedDraft,
} from '#src/data/drafts/saved-draft.ts';
import { type LoginState, loginState } from './login-state.ts';

const KEY = 'club.login';

/** Keeps a sign-in over a reload of the page, as long as the tab lives. */
export function createLoginDraft(store: DraftStore): SavedDraft<LoginState> {
  return createSavedDraft(store, KEY, loginState);
}
