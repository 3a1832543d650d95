import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { OperatorError, toOperatorError } from '#console/data/operator-error.ts';
import { useOnline } from '#console/data/use-online.ts';
import { picturesValue, type EditedPicture } from '#console/parts/pictures/edited-pictures.ts';
import { useRecordForm } from '#console/parts/record/use-record-form.ts';
import {
  contentSchema,
  draftBody,
  editedContent,
  hasVideoIds,
  PICTURES,
  picturesOf,
  type ContentField,
  type ContentValues,
} from './content-form.ts';
import type { ContentRecord } from './content-texts.ts';

/** Typed text is saved this often. */
const SAVE_MS = 2000;
const changedLists: readonly string[] = [contentCalls.readContent.id, contentCalls.listContents.id];

/** Result of a save: an error if nothing was saved. */
type Saved = OperatorError | null;

/** Saves what is unsaved when the page is hidden, as before it is closed or reloaded, and when the editor goes. */
function useSaveOnLeave(isUnsaved: { readonly current: boolean }, saveNow: () => Promise<Saved>) {
  useEffect(() => {
    const saveUnsaved = () => {
      if (isUnsaved.current) void saveNow();
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveUnsaved();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveUnsaved();
    };
  }, [isUnsaved, saveNow]);
}

/**
 * Texts of content as they are edited. The draft is saved on the server every two seconds, and merged with changes of
 * others. The state outlives the tabs of the page.
 */
export function useContentEditor(content: ContentRecord) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const { id } = content;
  const record = useMemo(() => editedContent(content), [content]);
  const [error, setError] = useState<OperatorError | null>(null);
  const [savedRev, setSavedRev] = useState(content.rev);
  const newestRev = useRef(content.rev);
  /** Values that couldn’t be saved. */
  const failed = useRef<string | null>(null);
  const readAgain = async () => {
    const newest = await callOperator(contentCalls.readContent, { params: { id } });
    client.setQueryData([contentCalls.readContent.id, { params: { id } }], newest);
    return editedContent(newest);
  };
  const edited = useRecordForm<ContentValues>({ record, schema: contentSchema, readAgain });
  const { form, conflicts, isChanged, submit } = edited;
  // Every field has a value.
  const values = useWatch({ control: form.control }) as ContentValues;
  const hasConflicts = conflicts.length > 0;
  const isValid = hasVideoIds(values);

  const save = async (): Promise<Saved> => {
    const sent = form.getValues();
    let latest = sent;
    try {
      const outcome = await submit(sent, async (changes, rev) => {
        const body = draftBody(form.getValues(), changes, rev);
        const saved = await callOperator(contentCalls.saveContentDraft, { params: { id }, body });
        newestRev.current = saved.rev;
        setSavedRev(saved.rev);
        latest = form.getValues();
      });
      if (outcome === 'conflict') return new OperatorError('conflict');
      // The form now has what was sent. What was typed in the meantime stays.
      for (const [field, value] of Object.entries(latest))
        if (form.getValues(field) !== value) form.setValue(field, value, { shouldDirty: true });
      setError(null);
      failed.current = null;
      void client.invalidateQueries({
        predicate: ({ queryKey: [call] }) => changedLists.includes(String(call)),
      });
      return null;
    } catch (failure) {
      failed.current = JSON.stringify(sent);
      const problem = toOperatorError(failure);
      setError(problem);
      return problem;
    }
  };
  const newestSave = useRef(save);
  /** Saves run one after another. */
  const saving = useRef<Promise<Saved>>(Promise.resolve(null));
  const saveNow = useCallback(() => {
    saving.current = saving.current.then(() => newestSave.current());
    return saving.current;
  }, []);
  const canSave = isChanged && isValid && !hasConflicts && isOnline;
  const isUnsaved = useRef(false);
  useEffect(() => {
    newestSave.current = save;
    isUnsaved.current = canSave;
  });
  useEffect(() => {
    if (!canSave) return undefined;
    const timer = setInterval(() => {
      // The same texts would fail again.
      if (failed.current !== JSON.stringify(form.getValues())) void saveNow();
    }, SAVE_MS);
    return () => clearInterval(timer);
  }, [canSave, form, saveNow]);
  useSaveOnLeave(isUnsaved, saveNow);

  return {
    values,
    conflicts,
    taken: edited.taken,
    error,
    isSaved: !isChanged,
    set: (field: ContentField, language: string, value: string) =>
      form.setValue(`${field}_${language}`, value, { shouldDirty: true }),
    /** Changes the newest pictures. */
    changePictures: (change: (pictures: readonly EditedPicture[]) => EditedPicture[]) =>
      form.setValue(PICTURES, picturesValue(change(picturesOf(form.getValues()))), {
        shouldDirty: true,
      }),
    choose: edited.choose,
    /** Saves the chosen values after a conflict. */
    saveNow,
    /** Saves what was typed. @returns the version that an act names; @throws OperatorError */
    settle: async (): Promise<number> => {
      if (!isChanged) return Math.max(savedRev, content.rev);
      const problem = await saveNow();
      if (problem !== null) throw problem;
      return newestRev.current;
    },
  };
}
export type ContentEditor = ReturnType<typeof useContentEditor>;
