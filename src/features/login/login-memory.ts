import { createKeptDraft, type DraftStore, type KeptDraft } from '#src/data/drafts/saved-draft.ts';
import { type LoginState, loginState } from './login-state.ts';

const KEY = 'club.login';

/** Keeps a sign-in over a reload of the page, as long as the tab lives. */
export function createLoginMemory(store: DraftStore): KeptDraft<LoginState> {
  return createKeptDraft(store, KEY, loginState);
}
