import { useCallback, useEffect, useRef, useState } from 'react';
import { type OperatorError, toOperatorError } from '#console/data/operator-error.ts';
import { useUnsavedInput } from '#console/data/unsaved-input.ts';
import { useOnline } from '#console/data/use-online.ts';
import type { RecordValues } from './merge-fields.ts';
import { createSaveQueue, type SaveResult } from './save-queue.ts';
import type { useRecordForm } from './use-record-form.ts';

/** Interval between saves of typed text, in ms. */
const SAVE_MS = 2000;

type RecordForm<Values extends RecordValues> = ReturnType<typeof useRecordForm<Values>>;

interface AutosaveOptions<Values extends RecordValues> {
  readonly recordForm: Pick<RecordForm<Values>, 'form' | 'conflicts' | 'isChanged' | 'submit'>;
  /** Version of the record when it was read. */
  readonly rev: number;
  /** False if the server would reject the typed values. */
  readonly isValid: boolean;
  /**
   * Sends the changed values.
   * @returns the new version
   * @throws OperatorError
   */
  readonly send: (values: Values, changes: Partial<Values>, rev: number) => Promise<number>;
  readonly onSaved: () => void;
}

/** Saves a record's form on the server: every two seconds, when the page is hidden, and on leaving the form. */
export function useAutosave<Values extends RecordValues>(options: AutosaveOptions<Values>) {
  const { recordForm, rev, isValid, send, onSaved } = options;
  const { form, conflicts, isChanged, submit } = recordForm;
  const isOnline = useOnline();
  const [error, setError] = useState<OperatorError | null>(null);
  const [savedRev, setSavedRev] = useState(rev);
  const newestRev = useRef(rev);
  /** Values that couldn’t be saved, as JSON; null after a successful save. */
  const failedValues = useRef<string | null>(null);

  const save = async (): Promise<SaveResult> => {
    // A copy, because the form changes its own object.
    const sentValues = { ...form.getValues() };
    try {
      const outcome = await submit(sentValues, async (changes, base) => {
        newestRev.current = await send(form.getValues(), changes, base);
        setSavedRev(newestRev.current);
      });
      if (outcome === 'conflict') return 'undecided';
      setError(null);
      failedValues.current = null;
      onSaved();
      return null;
    } catch (failure) {
      failedValues.current = JSON.stringify(sentValues);
      const problem = toOperatorError(failure);
      setError(problem);
      return problem;
    }
  };
  const newestSave = useRef(save);
  const [queue] = useState(createSaveQueue);
  const saveNow = useCallback(() => queue.add(() => newestSave.current()), [queue]);
  const canSave = isChanged && isValid && conflicts.length === 0 && isOnline;
  const isUnsaved = useRef(false);
  useEffect(() => {
    newestSave.current = save;
    isUnsaved.current = canSave;
  });
  useEffect(() => {
    if (!canSave) return undefined;
    const timer = setInterval(() => {
      // Don't save while another save is running, and don't retry values that couldn't be saved.
      const hasFailed = failedValues.current === JSON.stringify(form.getValues());
      if (!queue.isBusy() && !hasFailed) void saveNow();
    }, SAVE_MS);
    return () => clearInterval(timer);
  }, [canSave, form, queue, saveNow]);
  useSaveOnLeave(isUnsaved, saveNow);
  // The record's form itself reports changes that aren't saved.
  useUnsavedInput({
    place: 'screen',
    isUnsaved: queue.isBusy,
    save: async () => {
      if (queue.isBusy() || isUnsaved.current) await saveNow();
    },
  });

  return {
    error,
    /** Saves the values that the user chose after a conflict. */
    saveChoice: () => queue.addChoice(() => newestSave.current()),
    /**
     * Saves the typed values.
     * @returns the version to base an action on
     * @throws OperatorError
     */
    flush: async (): Promise<number> => {
      if (!isChanged) return Math.max(savedRev, rev);
      const problem = await saveNow();
      if (problem !== null) throw problem;
      return newestRev.current;
    },
  };
}

/** Saves when the page is hidden (also before it's closed or reloaded), and on leaving the form. */
function useSaveOnLeave(isUnsaved: { readonly current: boolean }, saveNow: () => Promise<unknown>) {
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
