import type { CollectionName } from '#schemas/collections.ts';
import { saveLocal, readLocal, type LocalDocuments } from '../store/local-documents.ts';

/** Where the pull of a collection stands. */
export interface Checkpoint {
  /** The server's; empty for the beginning. */
  readonly since: string;
  /**
   * Where it stood before it began anew; null where it did not. A beginning says nothing of the server's
   * history, and the next restore from a backup may come before the first page (F43).
   */
  readonly witness: string | null;
  /** The build that left out entities it could not read; another build starts anew (F15). */
  readonly skippedBy: string | null;
  /** The version of the collection as of which it was read; one of before this was noted lacks it. */
  readonly readAs?: number;
  /** What was stored here before the server was restored and did not come again yet (F43). */
  readonly unseen: readonly string[] | null;
}

const START: Checkpoint = { since: '', witness: null, skippedBy: null, unseen: null };

/** Keeps how far each collection was pulled, after what was pulled is stored (F47). */
export interface Checkpoints {
  read(collection: CollectionName): Promise<Checkpoint>;
  /** @param generation as it was before what led here was asked for; of an older one nothing is kept */
  write(collection: CollectionName, checkpoint: Checkpoint, generation: number): Promise<void>;
  /** Counts how often the pulls began anew since the app was opened. */
  generation(): number;
  /**
   * Every pull begins anew.
   * @param unseen what is stored of the collections that only the server writes
   * @param witnesses where the server's lists stood when they were compared
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
  const keep = (collection: CollectionName, checkpoint: Checkpoint) =>
    saveLocal<Checkpoint>(database, `checkpoint ${collection}`, checkpoint);
  return {
    read: async (collection) =>
      (await readLocal<Checkpoint>(database, `checkpoint ${collection}`)) ?? START,
    async write(collection, checkpoint, asOf) {
      if (asOf === generation) await keep(collection, checkpoint);
    },
    generation: () => generation,
    async reset(unseen, witnesses) {
      generation += 1;
      for (const name of names) {
        const witness = witnesses.get(name) ?? null;
        await keep(name, { ...START, witness, unseen: unseen.get(name) ?? null });
      }
    },
  };
}
