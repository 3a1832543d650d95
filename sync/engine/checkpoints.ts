import type { CollectionName } from '#schemas/collections.ts';
import { saveLocal, readLocal, type LocalDocuments } from '../store/local-documents.ts';

/** Progress of a collection's pull. */
export interface Checkpoint {
  /** The server's opaque checkpoint; empty to pull from the start. */
  readonly since: string;
  /**
   * Checkpoint from before the pull was restarted; null if it wasn't restarted. It's used once, before the first page,
   * to check that the server hasn't been restored again (F43). An empty `since` doesn't identify the server's history.
   */
  readonly witness: string | null;
  /** The build that skipped entities it couldn't parse; another build restarts the pull (F15). */
  readonly skippedBy: string | null;
  /** Collection version at the time of the pull; missing in older checkpoints. */
  readonly readAs?: number;
  /** Ids that were stored before the server was restored and haven't been pulled since (F43). */
  readonly unseen: readonly string[] | null;
}

const START: Checkpoint = { since: '', witness: null, skippedBy: null, unseen: null };

/** Stores each collection's checkpoint, after the pulled rows are stored (F47). */
export interface Checkpoints {
  read(collection: CollectionName): Promise<Checkpoint>;
  /** @param generation value of `generation()` before the request; the write is dropped if it has changed */
  write(collection: CollectionName, checkpoint: Checkpoint, generation: number): Promise<void>;
  /** Number of resets since the app started. */
  generation(): number;
  /**
   * Restarts every pull.
   * @param unseen stored ids of the collections that only the server writes
   * @param witnesses for each list, the checkpoint that the server returned while lost edits were being recovered
   */
  reset(
    unseen: ReadonlyMap<CollectionName, readonly string[]>,
    witnesses: ReadonlyMap<CollectionName, string>,
  ): Promise<void>;
}

export function createCheckpoints(
  database: LocalDocuments,
  names: readonly CollectionName[],
): Checkpoints {
  let generation = 0;
  const save = (collection: CollectionName, checkpoint: Checkpoint) =>
    saveLocal<Checkpoint>(database, `checkpoint ${collection}`, checkpoint);
  return {
    read: async (collection) =>
      (await readLocal<Checkpoint>(database, `checkpoint ${collection}`)) ?? START,
    async write(collection, checkpoint, expectedGeneration) {
      if (expectedGeneration === generation) await save(collection, checkpoint);
    },
    generation: () => generation,
    async reset(unseen, witnesses) {
      generation += 1;
      for (const name of names) {
        const witness = witnesses.get(name) ?? null;
        await save(name, { ...START, witness, unseen: unseen.get(name) ?? null });
      }
    },
  };
}
