import { map, type Observable } from 'rxjs';
import {
  saveLocal,
  type LocalDocuments,
  localValue$,
  readLocal,
} from '../store/local-documents.ts';

/** So many are counted one by one; beyond that it is "very many" anyway. */
const COUNTED = 1_000;

/** What a pull has seen of one collection. */
export interface PulledIds {
  /** Whether the pull started anew, so that everything is seen again. */
  readonly isStart: boolean;
  readonly readable: readonly string[];
  readonly unreadable: readonly string[];
}

/** How many entities this build can't read, by collection: a newer server sent them (F15). */
export type UnreadableCounts = Readonly<Record<string, number>>;

export interface UnreadableEntities {
  /** Live; only collections that have some. */
  readonly counts$: Observable<UnreadableCounts>;
  /** Never throws: a count is not worth a failed pull. */
  note(collection: string, sight: PulledIds): Promise<void>;
}

type Kept = Readonly<Record<string, readonly string[]>>;
/** Beside what a build up to 3.9.4 had noted: this one pulls everything anew, and sees it again. */
const KEY = 'unreadable-ids';

export function createUnreadableEntities(database: LocalDocuments): UnreadableEntities {
  const write = async (collection: string, sight: PulledIds) => {
    const kept = (await readLocal<Kept>(database, KEY)) ?? {};
    const before = kept[collection] ?? [];
    const after = unreadableAfter(before, sight);
    if (after.length === 0 && before.length === 0) return;
    await saveLocal<Kept>(database, KEY, { ...kept, [collection]: after });
  };
  // One after the other: the collections are pulled at the same time, and share the document.
  let queue: Promise<void> = Promise.resolve();
  return {
    counts$: localValue$<Kept>(database, KEY).pipe(map((kept) => countsOf(kept ?? {}))),
    note(collection, sight) {
      queue = queue.then(() => write(collection, sight)).catch(() => undefined);
      return queue;
    },
  };
}

/** The ids that can't be read after a pull. Pure. */
export function unreadableAfter(before: readonly string[], sight: PulledIds): string[] {
  const ids = new Set(sight.isStart ? [] : before);
  for (const id of sight.readable) ids.delete(id);
  for (const id of sight.unreadable) ids.add(id);
  return [...ids].slice(0, COUNTED);
}

function countsOf(kept: Kept): UnreadableCounts {
  const found = Object.entries(kept).filter(([, ids]) => ids.length > 0);
  return Object.fromEntries(found.map(([name, ids]) => [name, ids.length]));
}
