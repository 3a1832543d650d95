import type { Table } from 'dexie';
import { STATE_INDEX } from './raw-database.ts';

/** Fewer documents are read one by one. */
const MIN_TOGETHER = 20;
/** Documents of other ids that a joint read may return. */
const MAX_OTHERS = 50;

interface Indexed {
  readonly uuid: string;
  readonly _deleted: unknown;
  readonly state: unknown;
  readonly newest_first: unknown;
}
const patched = new WeakSet<object>();

/**
 * Makes a table read many documents together if they follow each other in the state's index, as those of one
 * request do. Dexie's `bulkGet` makes a request to IndexedDB per document: for ten thousand scans that took a
 * second of the page's thread.
 */
export function readNeighboursTogether(table: Table<Indexed, string>): void {
  const hasState = table.schema.indexes.some(({ name }) => name === STATE_INDEX);
  if (!hasState || patched.has(table)) return;
  patched.add(table);
  const readEach = table.bulkGet.bind(table);
  // Only Dexie's promises: after others, its transaction would be lost.
  const readTogether = (ids: string[], first: Indexed, last: Indexed) => {
    const range = [keyOf(first), keyOf(last)].toSorted((a, b) => indexedDB.cmp(a, b));
    return table
      .where(STATE_INDEX)
      .between(range[0], range[1], true, true)
      .limit(ids.length + MAX_OTHERS)
      .toArray()
      .then((found) => {
        const byId = new Map(found.map((row) => [row.uuid, row]));
        const missing = ids.filter((id) => !byId.has(id));
        return readEach(missing).then((rest) => {
          for (const row of rest) if (row) byId.set(row.uuid, row);
          return ids.map((id) => byId.get(id));
        });
      });
  };
  table.bulkGet = ((ids: string[]) => {
    const [first, last] = [ids.at(0), ids.at(-1)];
    if (ids.length < MIN_TOGETHER || first === undefined || last === undefined)
      return readEach(ids);
    return readEach([first, last]).then(([start, end]) =>
      start && end && start.state === end.state && start._deleted === end._deleted
        ? readTogether(ids, start, end)
        : readEach(ids),
    );
  }) as typeof table.bulkGet;
}

function keyOf({ _deleted, state, newest_first, uuid }: Indexed): unknown[] {
  return [_deleted, state, newest_first, uuid];
}
