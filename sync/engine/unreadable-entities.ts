import { map, type Observable } from 'rxjs';
import {
  saveLocal,
  type LocalDocuments,
  localValue$,
  readLocal,
} from '../store/local-documents.ts';

/** Maximum number of ids stored per collection. */
const MAX_IDS = 1_000;

/** Entity ids in one pulled page. */
export interface PulledIds {
  /** True on the first page of a pull from the start. */
  readonly isStart: boolean;
  readonly readable: readonly string[];
  readonly unreadable: readonly string[];
}

/** For each collection, the number of entities that this build can't parse, because a newer server sent them (F15). */
export type UnreadableCounts = Readonly<Record<string, number>>;

export interface UnreadableEntities {
  /** Live counts. Collections without unreadable entities are left out. */
  readonly counts$: Observable<UnreadableCounts>;
  /** Records the ids of a pulled page. Never throws, because a failed count must not fail the pull. */
  record(collection: string, pulledIds: PulledIds): Promise<void>;
}

type SavedIds = Readonly<Record<string, readonly string[]>>;
/** Builds up to 3.9.4 used another key; this build pulls everything again and recounts. */
const KEY = 'unreadable-ids';

export function createUnreadableEntities(database: LocalDocuments): UnreadableEntities {
  const write = async (collection: string, pulledIds: PulledIds) => {
    const savedIds = (await readLocal<SavedIds>(database, KEY)) ?? {};
    const previousIds = savedIds[collection] ?? [];
    const newIds = unreadableAfter(previousIds, pulledIds);
    if (newIds.length === 0 && previousIds.length === 0) return;
    await saveLocal<SavedIds>(database, KEY, { ...savedIds, [collection]: newIds });
  };
  // Writes are serialised, because collections are pulled concurrently but share one document.
  let queue: Promise<void> = Promise.resolve();
  return {
    counts$: localValue$<SavedIds>(database, KEY).pipe(map((savedIds) => countsOf(savedIds ?? {}))),
    record(collection, pulledIds) {
      queue = queue.then(() => write(collection, pulledIds)).catch(() => undefined);
      return queue;
    },
  };
}

/** Returns the unreadable ids after a pulled page. */
export function unreadableAfter(previousIds: readonly string[], pulledIds: PulledIds): string[] {
  const ids = new Set(pulledIds.isStart ? [] : previousIds);
  for (const id of pulledIds.readable) ids.delete(id);
  for (const id of pulledIds.unreadable) ids.add(id);
  return [...ids].slice(0, MAX_IDS);
}

function countsOf(savedIds: SavedIds): UnreadableCounts {
  const nonEmptyEntries = Object.entries(savedIds).filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(nonEmptyEntries.map(([name, ids]) => [name, ids.length]));
}
