import { useCallback, useEffect, useRef, useState } from 'react';
import { OperatorError, toOperatorError } from '#console/data/operator-error.ts';
import { useOnline } from '#console/data/use-online.ts';
import type { RecordValues } from './merge-fields.ts';
import type { useRecordForm } from './use-record-form.ts';

/** Interval between saves of typed text, in ms. */
const SAVE_MS = 2000;

type RecordForm<Values extends RecordValues> = ReturnType<typeof useRecordForm<Values>>;

interface AutosaveOptions<Values extends RecordValues> {
  readonly edited: Pick<RecordForm<Values>, 'form' | 'conflicts' | 'isChanged' | 'submit'>;
  /** Version of the record when it was read. */
  readonly rev: number;
  /** False if the server would reject the typed values. */
  readonly isValid: boolean;
  /**
   * Sends the changed values.
   * @returns the new version;
   * @throws OperatorError
   */
  readonly send: (values: Values, changes: Partial<Values>, rev: number) => Promise<number>;
  readonly onSaved: () => void;
}

/** Saves a record's form on the server: every two seconds, when the page is hidden, and on leaving the form. */
export function useAutosave<Values extends RecordValues>(options: AutosaveOptions<Values>) {
  const { edited, rev, isValid, send, onSaved } = options;
  const { form, conflicts, isChanged, submit } = edited;
  const isOnline = useOnline();
  const [error, setError] = useState<OperatorError | null>(null);
  const [savedRev, setSavedRev] = useState(rev);
  const newestRev = useRef(rev);
  /** Values that couldn’t be saved. */
  const failed = useRef<string | null>(null);

  const save = async (): Promise<OperatorError | null> => {
    // A copy, because the form changes its own object.
    const sent = { ...form.getValues() };
    try {
      const outcome = await submit(sent, async (changes, base) => {
        newestRev.current = await send(form.getValues(), changes, base);
        setSavedRev(newestRev.current);
      });
      if (outcome === 'conflict') return new OperatorError('conflict');
      setError(null);
      failed.current = null;
      onSaved();
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
  const running = useRef(0);
  const saveNow = useCallback(() => {
    const isWaiting = running.current > 0;
    running.current += 1;
    saving.current = saving.current.then(async (problem) => {
      // After a conflict, a save that waited would overwrite what the other operator wrote.
      const isVoid = isWaiting && problem?.code === 'conflict';
      const outcome = isVoid ? problem : await newestSave.current();
      running.current -= 1;
      return outcome;
    });
    return saving.current;
  }, []);
  const canSave = isChanged && isValid && conflicts.length === 0 && isOnline;
  const isUnsaved = useRef(false);
  useEffect(() => {
    newestSave.current = save;
    isUnsaved.current = canSave;
  });
  useEffect(() => {
    if (!canSave) return undefined;
    const timer = setInterval(() => {
      // The same values would fail again, and a slow save isn't repeated while it runs.
      const isTried = failed.current === JSON.stringify(form.getValues());
      if (running.current === 0 && !isTried) void saveNow();
    }, SAVE_MS);
    return () => clearInterval(timer);
  }, [canSave, form, saveNow]);
  useSaveOnLeave(isUnsaved, saveNow);

  return {
    error,
    /** Also saves the chosen values after a conflict. */
    saveNow,
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
