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
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  let isUndecided = false;

  const enqueue = (save: () => Promise<SaveResult>, isChoice: boolean) => {
    // The user chose before the running save ended, so not between the values of its conflict.
    const isOutdated = count > 0;
    count += 1;
    const run = async () => {
      const canSave = !isUndecided || (isChoice && !isOutdated);
      const result = canSave ? await save() : 'undecided';
      isUndecided = result === 'undecided';
      return result === 'undecided' ? new OperatorError('conflict') : result;
    };
    const saving = last.then(run).finally(() => {
      count -= 1;
    });
    last = saving.catch(() => undefined);
    return saving;
  };
  return {
    isBusy: () => count > 0,
    add: (save) => enqueue(save, false),
    addChoice: (save) => enqueue(save, true),
  };
}
