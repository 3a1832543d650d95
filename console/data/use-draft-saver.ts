import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { createDraftSaver, type LoadedDraft } from './draft-saver.ts';
import { endSessionIfSignedOut, SESSION_KEY } from './query-client.ts';
import type { DraftKey } from './send-draft.ts';
import { type UnsavedInput, useUnsavedInput } from './unsaved-input.ts';
import { useOperatorQuery } from './use-operator-query.ts';

/** Interval between saves of typed text, in ms. */
const SAVE_MS = 2000;

/** Choice between this window's draft and the one that another window has saved. */
export interface DraftChoice {
  /** True if another window has changed the draft. Nothing is saved until the operator chooses one of the two. */
  readonly isChangedElsewhere: boolean;
  /** Replaces the other window's draft with this one. */
  readonly takeOver: () => void;
  /** Shows the other window's draft here. Throws `OperatorError`. */
  readonly loadOther: () => Promise<void>;
}

interface DraftInput {
  /** Returns the typed text; empty if nothing was changed. */
  readonly read: () => string;
  /**
   * Shows a stored text.
   * @returns false if it can't be shown
   */
  readonly restore: (draft: LoadedDraft) => boolean;
  readonly place: UnsavedInput['place'];
}

/**
 * Saves typed text on the server at an interval, when the page is hidden and when the component unmounts. Restores it
 * once.
 * @param input null for an input without a draft
 */
export function useDraftSaver(key: DraftKey, input: DraftInput | null) {
  const client = useQueryClient();
  const newestInput = useRef(input);
  const { kind, record, field } = key;
  const query = { kind, record, field };
  const storedDraft = useOperatorQuery(
    draftCalls.readDraft,
    { query },
    { enabled: input !== null },
  );
  const [isLoaded, setLoaded] = useState(false);
  const [savedText, setSavedText] = useState('');
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const [saver] = useState(() =>
    createDraftSaver(query, {
      onFailure: (error) => endSessionIfSignedOut(client, error),
      onChangedElsewhere: setChangedElsewhere,
      onSaved: setSavedText,
    }),
  );
  useEffect(() => {
    newestInput.current = input;
    saver.watch(() => input?.read() ?? '');
  });

  const save = async (saving = saver.save()) => {
    const draft = await saving;
    if (draft === undefined) return;
    client.setQueryData([draftCalls.readDraft.id, { query }], { draft });
    void client.invalidateQueries({ queryKey: [draftCalls.listDrafts.id] });
  };
  const newestSave = useRef(save);
  useEffect(() => {
    newestSave.current = save;
  });
  const restore = useCallback(
    (draft: LoadedDraft | null) => {
      if (draft !== null && newestInput.current?.restore(draft)) saver.markRestored(draft);
    },
    [saver],
  );
  useEffect(() => {
    if (storedDraft.data === undefined || !newestInput.current) return;
    restore(saver.load(storedDraft.data.draft));
    setLoaded(true);
  }, [storedDraft.data, saver, restore]);
  useEffect(() => {
    const timer = setInterval(() => void newestSave.current(), SAVE_MS);
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') void newestSave.current();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      // The server accepts nothing after the end of the session.
      if (client.getQueryData(SESSION_KEY) === null) saver.keep();
      else {
        saver.putBack();
        void newestSave.current();
      }
    };
  }, [client, saver]);
  useUnsavedInput({
    place: input?.place ?? 'tab',
    isUnsaved: saver.isUnsaved,
    save: () => newestSave.current(),
  });
  return {
    /** False until the stored draft is shown, or can't be read. */
    isReady: isLoaded || storedDraft.isError,
    /** The server's text. */
    savedText,
    isUnsaved: saver.isUnsaved,
    isChangedElsewhere,
    takeOver: () => void save(saver.takeOver()),
    loadOther: async () => restore(await saver.loadOther()),
    save: () => save(),
    /** Treats the typed text as sent or discarded. The next save deletes the draft. */
    forget: () => {
      saver.end();
      // Don't wait until the server has deleted the draft, so that a form that opens meanwhile doesn't restore it.
      client.setQueryData([draftCalls.readDraft.id, { query }], { draft: null });
    },
  };
}
