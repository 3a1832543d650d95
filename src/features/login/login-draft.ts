import {
  createSavedDraft,
  type DraftStore,
  type SavedDraft,
} from '#src/data/drafts/saved-draft.ts';
import { type LoginState, loginState } from './login-state.ts';

const KEY = 'club.login';

/** Saves a sign-in across reloads of the tab. */
export function createLoginDraft(store: DraftStore): SavedDraft<LoginState> {
  return createSavedDraft(store, KEY, loginState);
}
