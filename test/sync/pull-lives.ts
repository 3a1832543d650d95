import type { CollectionName } from '#schemas/collections.ts';
import type { Checkpoint, Checkpoints } from '#sync/engine/checkpoints.ts';
import type { RetryScheduler } from '#sync/retry/retry-scheduler.ts';

/** Checkpoints as the store would keep them: they survive whoever pulls. */
export function keptCheckpoints(start = ''): Checkpoints {
  const kept = new Map<CollectionName, string>();
  let generation = 0;
  const first: Checkpoint = { since: start, skippedBy: null, unseen: null };
  const keep = (name: CollectionName, checkpoint: Checkpoint) =>
    void kept.set(name, JSON.stringify(checkpoint));
  return {
    read: (name) =>
      Promise.resolve(JSON.parse(kept.get(name) ?? JSON.stringify(first)) as Checkpoint),
    write(name, checkpoint, asOf) {
      if (asOf === generation) keep(name, checkpoint);
      return Promise.resolve();
    },
    generation: () => generation,
    reset(unseen) {
      generation += 1;
      for (const [name, ids] of unseen) keep(name, { ...first, since: '', unseen: ids });
      return Promise.resolve();
    },
  };
}

/** A life that ended, with more to be pulled. */
export class LifeOver extends Error {}

/** An app that does one piece of work, and is killed with the second. */
export function onePageOfLife(): RetryScheduler {
  let isUsed = false;
  const retry: Pick<RetryScheduler, 'run'> = {
    run(_key, work) {
      if (isUsed) return Promise.reject(new LifeOver());
      isUsed = true;
      return work(AbortSignal.timeout(30_000));
    },
  };
  // Whoever pulls asks nothing else of it.
  return retry as RetryScheduler;
}
