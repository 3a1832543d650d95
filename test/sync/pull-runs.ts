import type { CollectionName } from '#schemas/collections.ts';
import type { Checkpoint, Checkpoints } from '#sync/engine/checkpoints.ts';
import { CallError } from '#sync/http/call-error.ts';
import type { RetryScheduler } from '#sync/retry/retry-scheduler.ts';

/** In-memory checkpoints that survive restarts of the pull. */
export function createCheckpoints(start = ''): Checkpoints {
  const saved = new Map<CollectionName, string>();
  let generation = 0;
  const first: Checkpoint = { since: start, witness: null, skippedBy: null, unseen: null };
  const save = (name: CollectionName, checkpoint: Checkpoint) =>
    void saved.set(name, JSON.stringify(checkpoint));
  return {
    read: (name) =>
      Promise.resolve(JSON.parse(saved.get(name) ?? JSON.stringify(first)) as Checkpoint),
    write(name, checkpoint, generationAtRead) {
      if (generationAtRead === generation) save(name, checkpoint);
      return Promise.resolve();
    },
    generation: () => generation,
    reset(unseen) {
      generation += 1;
      for (const [name, ids] of unseen) save(name, { ...first, since: '', unseen: ids });
      return Promise.resolve();
    },
  };
}

/** A run that ended with more to pull. */
class RunEnded extends Error {}

/** Runs one task and rejects the next, as if the app had been killed between them. */
export function schedulerForOneTask(): RetryScheduler {
  let isUsed = false;
  const retry: Pick<RetryScheduler, 'run'> = {
    run(_key, callback) {
      if (isUsed) return Promise.reject(new RunEnded());
      isUsed = true;
      return callback(AbortSignal.timeout(30_000));
    },
  };
  // Pull doesn't use anything else.
  return retry as RetryScheduler;
}

/** Outcome of a run: everything pulled, more left, or a network error. */
export async function outcomeOf(pull: Promise<void>): Promise<'all' | 'more' | 'broken'> {
  try {
    await pull;
    return 'all';
  } catch (error) {
    if (error instanceof RunEnded) return 'more';
    if (error instanceof CallError) return 'broken';
    throw error;
  }
}
