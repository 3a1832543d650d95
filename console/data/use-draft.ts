import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { keepText, takeKeptText } from './kept-texts.ts';
import { noteSignedOut, SESSION_KEY } from './query-client.ts';
import {
  type DraftKey,
  fetchDraft,
  isDraftChanged,
  noteReadDraft,
  sendDraft,
} from './send-draft.ts';
import type { FormDraft } from './use-form-draft.ts';
import { useUnsavedInput } from './unsaved-input.ts';
import { useOperatorQuery } from './use-operator-query.ts';

/** Interval between saves of typed text, in ms. */
const SAVE_MS = 2000;

/** Typed text that is stored on the server until it is sent. */
interface Draft extends Pick<FormDraft, 'isChangedElsewhere' | 'takeOver' | 'loadOther'> {
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
export function useDraft({ kind, record, field }: DraftKey): Draft {
  const client = useQueryClient();
  const storedDraft = useOperatorQuery(draftCalls.readDraft, { query: { kind, record, field } });
  const { typedText, savedText, isChangedElsewhere, state, setText, ...notes } = useTypedText({
    kind,
    record,
    field,
  });
  const { noteSaved, noteChanged, noteTakeOver } = notes;
  /** Saves run one after another. */
  const lastSave = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    // Once the operator types, this window no longer shows the draft that is read.
    if (storedDraft.data && state.current.typedText === null)
      noteReadDraft({ kind, record, field }, storedDraft.data.draft);
  }, [storedDraft.data, kind, record, field, state]);

  const save = useCallback(() => {
    lastSave.current = lastSave.current.then(async () => {
      const { typedText: text, savedText: storedText, takesOver } = state.current;
      if (text === null || text === storedText || state.current.isChangedElsewhere) return;
      const query = { kind, record, field };
      let draft;
      try {
        draft = await sendDraft(query, text, takesOver);
      } catch (error) {
        noteSignedOut(client, error);
        // Other failures are retried at the next interval; `isSaved` stays false.
        if (!isDraftChanged(error)) return;
        // An empty field leaves the other window's draft alone.
        if (text.trim() === '') noteSaved(text);
        else noteChanged(true);
        return;
      }
      state.current.takesOver = false;
      noteSaved(text);
      client.setQueryData([draftCalls.readDraft.id, { query }], { draft });
      void client.invalidateQueries({ queryKey: [draftCalls.listDrafts.id] });
    });
    return lastSave.current;
  }, [client, kind, record, field, state, noteChanged, noteSaved]);
  const isSaved = typedText === savedText;
  useUnsavedInput({
    place: 'open',
    isUnsaved: () => {
      const { typedText: text, savedText: storedText } = state.current;
      return text !== storedText && text !== null && text.trim() !== '';
    },
    save,
  });
  useSaving(save, {
    isSaved,
    leave: useCallback(() => {
      const { typedText: text } = state.current;
      // The server accepts nothing after the end of the session.
      if (client.getQueryData(SESSION_KEY) !== null) void save();
      else if (text !== null && text.trim() !== '') keepText({ kind, record, field }, text);
    }, [client, kind, record, field, state, save]),
  });

  const clear = async () => {
    if (state.current.isChangedElsewhere) {
      noteChanged(false);
      noteSaved('');
    }
    setText('');
    await save();
  };
  const takeOver = () => {
    noteChanged(false);
    noteTakeOver();
    void save();
  };
  const loadOther = async () => {
    const key = { kind, record, field };
    const draft = await fetchDraft(key);
    // The other window has sent its text.
    if (draft === null) return takeOver();
    noteReadDraft(key, draft);
    noteSaved(draft.text);
    setText(draft.text);
    noteChanged(false);
  };
  return {
    isChangedElsewhere,
    takeOver,
    loadOther,
    text: typedText ?? storedDraft.data?.draft?.text ?? '',
    setText,
    isReady: !storedDraft.isPending,
    isSaved,
    clear,
  };
}

/** The typed text, and what is known about the saved one. The ref has the newest values for saves that run later. */
function useTypedText(key: DraftKey) {
  const [typedText, setTypedText] = useState(() => takeKeptText(key));
  const [savedText, setSavedText] = useState<string | null>(null);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const state = useRef({
    ...{ typedText, savedText: null as string | null, isChangedElsewhere: false },
    takesOver: false,
  });
  const setText = useCallback((text: string) => {
    state.current.typedText = text;
    setTypedText(text);
  }, []);
  const noteSaved = useCallback((text: string) => {
    state.current.savedText = text;
    setSavedText(text);
  }, []);
  const noteChanged = useCallback((isChanged: boolean) => {
    state.current.isChangedElsewhere = isChanged;
    setChangedElsewhere(isChanged);
  }, []);
  const noteTakeOver = useCallback(() => {
    state.current.takesOver = true;
    // The server has another text.
    state.current.savedText = null;
  }, []);
  const notes = { noteSaved, noteChanged, noteTakeOver };
  return { typedText, savedText, isChangedElsewhere, state, setText, ...notes };
}

interface SavingOptions {
  readonly isSaved: boolean;
  /** Called when the field is removed. */
  readonly leave: () => void;
}

/** Saves at an interval, and when the page is hidden. */
function useSaving(save: () => Promise<void>, { isSaved, leave }: SavingOptions): void {
  useEffect(() => {
    if (isSaved) return undefined;
    const timer = setInterval(() => void save(), SAVE_MS);
    return () => clearInterval(timer);
  }, [isSaved, save]);
  useEffect(() => {
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void save();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      leave();
    };
  }, [save, leave]);
}
