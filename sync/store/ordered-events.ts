import type { EventBulk, RxDocumentData, RxStorage, RxStorageChangeEvent } from 'rxdb';
import { defer, map, mergeMap, type Observable } from 'rxjs';

/** Documents whose newest state is remembered: many more than change while one message is on its way. */
const KEPT = 1_000;

/** RxDB's buffer holds so many changes; a query that has missed more reads the store again. */
const BUFFERED = 100;
/** Ends the name of the tab in what a write says of itself. */
const BY = ' by ';

type Stored = RxDocumentData<unknown>;
type StoredEvent = RxStorageChangeEvent<Stored>;
type Bulk = EventBulk<StoredEvent, unknown>;

/**
 * A storage whose queries stay right beside other tabs (F30). What another tab has written is told by a
 * message, which comes when it comes: before or after this tab has read that write, or written on top of
 * it. RxDB reckons its results from the changes as they come, and so would count a document twice that it
 * had read already, or put an older state back on the screen, until a reload. (RxDB 17.6: its cache of
 * documents compares revisions since pubkey/rxdb#8687, its queries do not.)
 *
 * So the changes of a document end with its newest state, and after those of another tab every query
 * reads the store again.
 */
export function withOrderedEvents(
  storage: RxStorage<unknown, unknown>,
  tab: string = crypto.randomUUID(),
): RxStorage<unknown, unknown> {
  return {
    ...storage,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const changes = instance.changeStream.bind(instance);
      const write = instance.bulkWrite.bind(instance);
      const inOrder = () => {
        // Whatever the documents are: here they are only compared by their revisions.
        const bulks = endWithNewest(changes() as unknown as Observable<Bulk>);
        return bulks.pipe(mergeMap((bulk) => readAgain(bulk, tab)));
      };
      return Object.assign(instance, {
        bulkWrite: ((rows, context) => write(rows, context + BY + tab)) as typeof write,
        changeStream: inOrder as never,
      });
    },
  };
}

/** A bulk with its context as RxDB gave it; one of another tab pushes what was before out of the buffer. */
function readAgain(bulk: Bulk, tab: string): Bulk[] {
  const [context = '', writer] = bulk.context.split(BY);
  const plain = { ...bulk, context };
  const last = bulk.events.at(-1);
  if (writer === tab || !last) return [plain];
  const { documentData, documentId } = last;
  const events = Array.from({ length: BUFFERED }, () => again(documentData, documentId));
  // Told at once after it: no query can reckon in between.
  return [plain, { ...plain, id: `${bulk.id}-again`, events }];
}

/**
 * Tells the newest state of a document once more after each event that is older than it. The late event
 * itself stays: what counts documents needs every step of each, in whatever order.
 */
export function endWithNewest(bulks: Observable<Bulk>): Observable<Bulk> {
  return defer(() => {
    const newest = new Map<string, Stored>();
    const follow = (event: StoredEvent): StoredEvent[] => {
      const { documentId, documentData } = event;
      const known = newest.get(documentId);
      const isLate = known !== undefined && isOlder(documentData, known);
      newest.delete(documentId);
      newest.set(documentId, isLate ? known : documentData);
      const [longestAgo] = newest.keys();
      if (newest.size > KEPT && longestAgo !== undefined) newest.delete(longestAgo);
      return isLate ? [event, again(known, documentId)] : [event];
    };
    return bulks.pipe(map((bulk) => ({ ...bulk, events: bulk.events.flatMap(follow) })));
  });
}

/** From the newest state to itself: no step of its own. */
function again(state: Stored, documentId: string): StoredEvent {
  const operation = state._deleted ? 'DELETE' : 'UPDATE';
  return { operation, documentId, documentData: state, previousDocumentData: state };
}

function isOlder(state: Stored, than: Stored): boolean {
  // A document that was purged and is made anew counts its revisions from the beginning.
  if (than._deleted && !state._deleted && state._meta.lwt > than._meta.lwt) return false;
  return height(state) < height(than);
}

/** How many writes led to a state: what its revision begins with. */
function height({ _rev }: Stored): number {
  return Number.parseInt(_rev, 10);
}
