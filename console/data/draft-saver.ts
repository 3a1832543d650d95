import { keepText, takeKeptText } from './kept-texts.ts';
import {
  type DraftKey,
  fetchDraft,
  isDraftChanged,
  recordReadDraft,
  sendDraft,
  type StoredDraft,
} from './send-draft.ts';

export interface LoadedDraft extends StoredDraft {
  /** True if the text was kept on the page when the session ended. */
  readonly wasKept: boolean;
}

interface SaverEvents {
  /** Called if a save fails; the save is tried again at the next interval. */
  readonly onFailure: (error: unknown) => void;
  /** Called with true if another window has changed the draft, which stops saving; with false when saving resumes. */
  readonly onChangedElsewhere: (isChanged: boolean) => void;
  /** Called with the server's text, empty if it has none. */
  readonly onSaved?: (text: string) => void;
}

/** Creates an object that compares typed text with the draft on the server, and saves it if they differ. */
export function createDraftSaver(key: DraftKey, events: SaverEvents) {
  let readText = () => '';
  /** The server's text; null until it's known. */
  let savedText: string | null = null;
  /** Text that was sent or discarded; null if the form was changed since. */
  let endedText: string | null = null;
  /** Draft that was put into the form; null once the form shows it. */
  let restoredDraft: LoadedDraft | null = null;
  let isChangedElsewhere = false;
  const setChangedElsewhere = (isChanged: boolean) => {
    isChangedElsewhere = isChanged;
    events.onChangedElsewhere(isChanged);
  };
  const recordSaved = (text: string) => {
    savedText = text;
    events.onSaved?.(text);
  };
  /** Saves run one after another. */
  let lastSave: ReturnType<typeof saveText> = Promise.resolve(undefined);
  const currentText = () => {
    const text = restoredDraft?.text ?? readText();
    if (text !== endedText) endedText = null;
    return endedText === null ? text : '';
  };
  /** Returns the saved draft, null if it was deleted, and undefined if nothing was saved. */
  const saveText = async (takesOver: boolean): Promise<StoredDraft | null | undefined> => {
    const text = currentText();
    if (isChangedElsewhere || (text === (savedText ?? '') && !takesOver)) return undefined;
    try {
      const draft = await sendDraft(key, text, takesOver);
      recordSaved(text);
      return draft;
    } catch (error) {
      if (!isDraftChanged(error)) events.onFailure(error);
      // A form without text leaves the other window's draft alone.
      else if (text === '') recordSaved('');
      else setChangedElsewhere(true);
      return undefined;
    }
  };
  const save = (takesOver = false) => {
    lastSave = lastSave.then(() => saveText(takesOver));
    return lastSave;
  };
  return {
    /** @param read returns the typed values as text; empty if nothing was changed */
    watch: (read: () => string) => {
      readText = read;
      // Until the form shows the restored draft, `read` returns an empty text. Saving that, for example when another
      // form replaces this one, would delete the draft.
      if (restoredDraft !== null && read() !== '') restoredDraft = null;
    },
    isUnsaved: () => currentText() !== (savedText ?? ''),
    /** Returns the draft to restore; null if there is none, or if the operator has typed in the meantime. */
    load: (draft: StoredDraft | null): LoadedDraft | null => {
      if (savedText !== null) return null;
      recordSaved(draft?.text ?? '');
      const keptText = takeKeptText(key);
      if (keptText === null) recordReadDraft(key, draft);
      if (currentText() !== '') return null;
      if (keptText === null) return draft && { ...draft, wasKept: false };
      const updated_at = draft?.updated_at ?? new Date().toISOString();
      return { text: keptText, updated_at, wasKept: true };
    },
    /** Marks the loaded draft as put into the form. Until the form shows it, no other text is saved. */
    markRestored: (draft: LoadedDraft) => {
      restoredDraft = draft;
    },
    /** If the form hasn't shown its kept text yet, keeps the text again for the form that replaces this one. */
    putBack: () => {
      if (restoredDraft?.wasKept) keepText(key, restoredDraft.text);
    },
    save: () => save(),
    /** Replaces the draft that another window has saved. */
    takeOver: () => {
      setChangedElsewhere(false);
      return save(true);
    },
    /** Returns the draft that another window has saved, to put it into the form; null if it was deleted. */
    loadOther: async (): Promise<LoadedDraft | null> => {
      const draft = await fetchDraft(key);
      recordSaved(draft?.text ?? '');
      recordReadDraft(key, draft);
      setChangedElsewhere(false);
      return draft && { ...draft, wasKept: false };
    },
    keep: () => {
      const text = currentText();
      if (text !== '') keepText(key, text);
    },
    end: () => {
      if (isChangedElsewhere) {
        recordSaved('');
        setChangedElsewhere(false);
      }
      restoredDraft = null;
      endedText = readText();
    },
  };
}
