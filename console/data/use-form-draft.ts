import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { draftCalls, FORM_DRAFT } from '#schemas/operator/draft-calls.ts';
import { createDraftSaver } from './draft-saver.ts';
import { isOpenWithScreen } from './kept-texts.ts';
import { noteSignedOut, SESSION_KEY } from './query-client.ts';
import { type UnsavedInput, useUnsavedInput } from './unsaved-input.ts';
import { useOperatorQuery } from './use-operator-query.ts';

/** Interval between saves of typed values, in ms. */
const SAVE_MS = 2000;

/** The form's kind and record. The Today screen needs a link for the kind (`parts/draft-links.ts`). */
export interface FormDraftId {
  readonly kind: string;
  /** Id of the edited record; `new` for a form that adds one. */
  readonly record: string;
}

export interface FormDraftOptions<Values> extends FormDraftId {
  /** Validates stored values, because an older build may have saved them. */
  readonly schema: v.GenericSchema<unknown, Values>;
  /** Returns the typed values. */
  readonly read: () => Values;
  /** Puts stored values into the form. */
  readonly restore: (values: Values) => void;
  readonly place?: UnsavedInput['place'];
}

/** Values of a form that are stored on the server until the form is sent. */
export interface FormDraft {
  /** Time of the draft that was put into the form; null if none was. */
  readonly restoredAt: string | null;
  /** True if another window has changed the draft. Nothing is saved until the operator chooses one of the two. */
  readonly isChangedElsewhere: boolean;
  /** Replaces the other window's draft with this one. */
  readonly takeOver: () => void;
  /** Puts the other window's draft into the form. Throws `OperatorError`. */
  readonly loadOther: () => Promise<void>;
  /** True if the server doesn't have the latest values. */
  readonly isUnsaved: () => boolean;
  /** Saves the latest values. Never throws. */
  readonly save: () => Promise<void>;
  /** Deletes the draft after the form was sent. */
  readonly clear: () => Promise<void>;
  /** Deletes the draft, and resets the form. */
  readonly discard: () => void;
}

/**
 * Stores a form's values on the server while the operator types, and puts them back when the form is opened again. A
 * form without changes has no draft.
 * @param options null for a form without drafts
 */
export function useFormDraft<Values>(options: FormDraftOptions<Values> | null): FormDraft {
  const client = useQueryClient();
  const newest = useRef(options);
  const { kind = '', record = '' } = options ?? {};
  const query = { kind, record, field: FORM_DRAFT };
  const storedDraft = useOperatorQuery(
    draftCalls.readDraft,
    { query },
    { enabled: options !== null },
  ).data;
  const [restoredAt, setRestoredAt] = useState<string | null>(null);
  const [first] = useState(() => options?.read());
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const [saver] = useState(() =>
    createDraftSaver(query, {
      onFailure: (error) => noteSignedOut(client, error),
      onChangedElsewhere: setChangedElsewhere,
    }),
  );
  useEffect(() => {
    newest.current = options;
    saver.watch(() => {
      const text = JSON.stringify(options?.read());
      return text === JSON.stringify(first) ? '' : (text ?? '');
    });
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
    (draft: ReturnType<typeof saver.load>) => {
      if (draft === null || !newest.current) return;
      const values = v.safeParse(newest.current.schema, parseJson(draft.text));
      if (!values.success) return;
      saver.noteRestored(draft);
      newest.current.restore(values.output);
      setRestoredAt(draft.updated_at);
    },
    [saver],
  );
  useEffect(() => {
    if (storedDraft !== undefined && newest.current) restore(saver.load(storedDraft.draft));
  }, [storedDraft, saver, restore]);
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
    place: options?.place ?? 'tab',
    isUnsaved: saver.isUnsaved,
    save: () => newestSave.current(),
  });

  const forget = () => {
    saver.end();
    setRestoredAt(null);
    // Don't wait until the server has deleted the draft, so that a form that opens meanwhile doesn't restore it.
    client.setQueryData([draftCalls.readDraft.id, { query }], { draft: null });
  };
  return {
    restoredAt,
    isChangedElsewhere,
    takeOver: () => void save(saver.takeOver()),
    loadOther: async () => restore(await saver.loadOther()),
    isUnsaved: saver.isUnsaved,
    save: () => save(),
    clear: async () => {
      forget();
      await save();
    },
    discard: () => {
      forget();
      if (first !== undefined) options?.restore(first);
      void save();
    },
  };
}

/** True if the form's dialog should open with its screen. */
export const isFormOpen = (id: FormDraftId): boolean =>
  isOpenWithScreen({ ...id, field: FORM_DRAFT });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
