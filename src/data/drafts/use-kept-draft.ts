import { useEffect } from 'react';
import type { KeptDraft } from './kept-draft.ts';

/** Keeps a screen's draft with every change, and at once when the screen or the page goes away. */
export function useKeptDraft<State>(draft: KeptDraft<State>, state: State | null): void {
  useEffect(() => {
    if (state !== null) draft.remember(state);
  }, [draft, state]);
  useEffect(() => {
    addEventListener('pagehide', draft.flush);
    return () => {
      removeEventListener('pagehide', draft.flush);
      draft.flush();
    };
  }, [draft]);
}
