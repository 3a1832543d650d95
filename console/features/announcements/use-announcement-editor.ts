import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { OperatorError, toOperatorError } from '#console/data/operator-error.ts';
import { useOnline } from '#console/data/use-online.ts';
import { useRecordForm } from '#console/parts/record/use-record-form.ts';
import {
  type Announcement,
  editedTexts,
  sentTexts,
  type TextName,
  type TextValues,
} from './announcement-texts.ts';

/** Typed text is saved this often. */
const SAVE_MS = 2000;
const schema = v.record(v.string(), v.string());
const call = announcementCalls.saveAnnouncement;

/** Saves what is unsaved when the page is hidden, and when the editor goes. */
function useSaveOnLeave(isUnsaved: { readonly current: boolean }, save: () => Promise<unknown>) {
  useEffect(() => {
    const saveUnsaved = () => {
      if (isUnsaved.current) void save();
    };
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveUnsaved();
    };
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      saveUnsaved();
    };
  }, [isUnsaved, save]);
}

/**
 * Texts of a draft as they are edited. They are saved on the server every two seconds, and merged with changes of others.
 * The state outlives the tabs of the page.
 */
export function useAnnouncementEditor(announcement: Announcement) {
  const client = useQueryClient();
  const isOnline = useOnline();
  const { id, rev } = announcement;
  const record = useMemo(() => ({ rev, values: editedTexts(announcement) }), [announcement, rev]);
  const [error, setError] = useState<OperatorError | null>(null);
  const [savedRev, setSavedRev] = useState(rev);
  const newestRev = useRef(rev);
  /** Values that couldn’t be saved. */
  const failed = useRef<string | null>(null);
  const readAgain = async () => {
    const newest = await callOperator(announcementCalls.getAnnouncement, { params: { id } });
    client.setQueryData([announcementCalls.getAnnouncement.id, { params: { id } }], newest);
    return { rev: newest.rev, values: editedTexts(newest) };
  };
  const edited = useRecordForm<TextValues>({ record, schema, readAgain });
  const { form, conflicts, isChanged, submit } = edited;
  // Every field has a value.
  const values = useWatch({ control: form.control }) as TextValues;

  const save = async (): Promise<OperatorError | null> => {
    // A copy: the form changes its own object.
    const sent = { ...form.getValues() };
    try {
      const outcome = await submit(sent, async (_changes, base) => {
        const body = { texts: sentTexts(form.getValues()), rev: base };
        const saved = await callOperator(call, { params: { id }, body });
        newestRev.current = saved.rev;
        setSavedRev(saved.rev);
      });
      if (outcome === 'conflict') return new OperatorError('conflict');
      setError(null);
      failed.current = null;
      void client.invalidateQueries({ queryKey: [announcementCalls.listAnnouncements.id] });
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
  const saving = useRef<Promise<OperatorError | null>>(Promise.resolve(null));
  const saveNow = useCallback(() => {
    saving.current = saving.current.then(() => newestSave.current());
    return saving.current;
  }, []);
  const canSave = isChanged && conflicts.length === 0 && isOnline;
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
    set: (name: TextName, language: string, value: string) =>
      form.setValue(`${name}_${language}`, value, { shouldDirty: true }),
    choose: edited.choose,
    saveNow,
    /** Saves what was typed. @returns the version that an act names; @throws OperatorError */
    settle: async (): Promise<number> => {
      if (!isChanged) return Math.max(savedRev, rev);
      const problem = await saveNow();
      if (problem !== null) throw problem;
      return newestRev.current;
    },
  };
}
export type AnnouncementEditor = ReturnType<typeof useAnnouncementEditor>;
