import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { callOperator } from './call-operator.ts';
import { useUnsavedInput } from './unsaved-input.ts';
import { useOperatorQuery } from './use-operator-query.ts';

/** Interval between saves of typed text, in ms. */
const SAVE_MS = 2000;

/** A field of a record, such as a chat's reply. */
interface DraftKey {
  /** Kind of the record; the Today screen needs a link for it (`parts/draft-links.ts`). */
  readonly kind: string;
  readonly record: string;
  readonly field: string;
}

/** Typed text that is stored on the server until it is sent. */
export interface Draft {
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
  const [typedText, setTypedText] = useState<string | null>(null);
  const [savedText, setSavedText] = useState<string | null>(null);
  /** The typed text, the saved text and the last save. Saves run one after another. */
  const state = useRef({ typed: null as string | null, saved: null as string | null });
  const saving = useRef<Promise<void>>(Promise.resolve());

  const save = useCallback(() => {
    saving.current = saving.current.then(async () => {
      const { typed: text, saved: before } = state.current;
      if (text === null || text === before) return;
      try {
        await callOperator(draftCalls.saveDraft, { body: { kind, record, field, text } });
      } catch {
        // Retried at the next interval; `isSaved` stays false.
        return;
      }
      state.current.saved = text;
      setSavedText(text);
      const draft = text.trim() === '' ? null : { text, updated_at: new Date().toISOString() };
      const query = { kind, record, field };
      client.setQueryData([draftCalls.readDraft.id, { query }], { draft });
      void client.invalidateQueries({ queryKey: [draftCalls.listDrafts.id] });
    });
    return saving.current;
  }, [client, kind, record, field]);
  const isSaved = typedText === savedText;
  useUnsavedInput({
    place: 'open',
    isUnsaved: () => {
      const { typed: text, saved: before } = state.current;
      return text !== before && text !== null && text.trim() !== '';
    },
    save,
  });
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
      void save();
    };
  }, [save]);

  const setText = useCallback((text: string) => {
    state.current.typed = text;
    setTypedText(text);
  }, []);
  const clear = async () => {
    setText('');
    await save();
  };
  return {
    text: typedText ?? storedDraft.data?.draft?.text ?? '',
    setText,
    isReady: !storedDraft.isPending,
    isSaved,
    clear,
  };
}
