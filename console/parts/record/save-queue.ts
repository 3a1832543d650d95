import { OperatorError } from '#console/data/operator-error.ts';

/** Result of a save: null if it succeeded, and `undecided` if the user has to choose between two operators' values. */
export type SaveResult = OperatorError | 'undecided' | null;

interface SaveQueue {
  /** True while a save is running or pending. */
  readonly isBusy: () => boolean;
  /**
   * Saves after the running save. While the user must choose between their own and another operator's values, fails
   * with `conflict` instead of overwriting the other operator's values.
   */
  readonly add: (save: () => Promise<SaveResult>) => Promise<OperatorError | null>;
  /** Saves the values that the user chose. */
  readonly addChoice: (save: () => Promise<SaveResult>) => Promise<OperatorError | null>;
}

/** Runs the saves of a record one after another. */
export function createSaveQueue(): SaveQueue {
  let lastSave: Promise<unknown> = Promise.resolve();
  let pendingCount = 0;
  let isUndecided = false;

  const enqueue = (save: () => Promise<SaveResult>, isChoice: boolean) => {
    // If a save is still running, the user made the choice before that save ended. The choice therefore can't be about
    // a conflict that the save finds.
    const isOutdated = pendingCount > 0;
    pendingCount += 1;
    const run = async () => {
      const canSave = !isUndecided || (isChoice && !isOutdated);
      const result = canSave ? await save() : 'undecided';
      isUndecided = result === 'undecided';
      return result === 'undecided' ? new OperatorError('conflict') : result;
    };
    const saving = lastSave.then(run).finally(() => {
      pendingCount -= 1;
    });
    lastSave = saving.catch(() => undefined);
    return saving;
  };
  return {
    isBusy: () => pendingCount > 0,
    add: (save) => enqueue(save, false),
    addChoice: (save) => enqueue(save, true),
  };
}
