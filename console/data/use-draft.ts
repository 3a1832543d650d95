import { useState } from 'react';
import type { DraftKey } from './send-draft.ts';
import { type DraftChoice, useDraftSaver } from './use-draft-saver.ts';

/** Typed text that is stored on the server until it is sent. */
interface Draft extends DraftChoice {
  readonly text: string;
  readonly setText: (text: string) => void;
  /**
   * False until an earlier draft has been loaded. If the operator types before that, the typed text replaces the
   * earlier draft.
   */
  readonly isReady: boolean;
  /** False while the latest changes aren't on the server. */
  readonly isSaved: boolean;
  /** Deletes the draft after its text has been sent. */
  readonly clear: () => Promise<void>;
}

/**
 * Restores the draft of a field, and saves it while the operator types. Use the record as the component's `key`.
 * Every kind and field needs a link in `parts/draft-links.ts`, because the Today screen lists all drafts.
 */
export function useDraft(key: DraftKey): Draft {
  const [text, setText] = useState('');
  const typedText = text.trim() === '' ? '' : text;
  const { forget, save, savedText, ...draft } = useDraftSaver(key, {
    read: () => typedText,
    restore: (stored) => {
      setText(stored.text);
      return true;
    },
    place: 'open',
  });
  return {
    ...draft,
    text,
    setText,
    isSaved: typedText === savedText,
    clear: async () => {
      forget();
      setText('');
      await save();
    },
  };
}
