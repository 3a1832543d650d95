import type { EventBulk, RxDocumentData, RxStorage, RxStorageChangeEvent } from 'rxdb';
import { defer, map, mergeMap, type Observable } from 'rxjs';

/** Maximum number of tracked documents: far more than can change while one message is in transit. */
const MAX_TRACKED = 1_000;

/** Size of RxDB's change buffer. A query that missed more changes than this rereads the store. */
const BUFFER_SIZE = 100;
/** Separates the context and the tab in a write's context. */
const TAB_SEPARATOR = ' by ';

type StoredDocument = RxDocumentData<unknown>;
type StoredEvent = RxStorageChangeEvent<StoredDocument>;
type Bulk = EventBulk<StoredEvent, unknown>;

/**
 * Keeps queries correct with several tabs (F30). Another tab's writes are announced by a message that may
 * arrive before or after this tab has read or overwritten them. RxDB computes results from changes in order
 * of arrival, so it would count a document twice or show an older state until a reload. (RxDB 17.6: its
 * document cache compares revisions since pubkey/rxdb#8687, its queries don't.)
 *
 * Therefore, the events about a document always end with its newest state, and queries reread the store after changes
 * by another tab.
 */
export function withOrderedEvents(
  storage: RxStorage<unknown, unknown>,
  tab: string = crypto.randomUUID(),
): RxStorage<unknown, unknown> {
  return {
    ...storage,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const changeStream = instance.changeStream.bind(instance);
      const write = instance.bulkWrite.bind(instance);
      const orderedEvents = () => {
        // Documents are only compared by revision here.
        const bulks = endWithNewest(changeStream() as unknown as Observable<Bulk>);
        return bulks.pipe(mergeMap((bulk) => withForcedReread(bulk, tab)));
      };
      return Object.assign(instance, {
        bulkWrite: ((rows, context) => write(rows, context + TAB_SEPARATOR + tab)) as typeof write,
        changeStream: orderedEvents as never,
      });
    },
  };
}

/**
 * Restores RxDB's context. After a bulk from another tab, adds enough events to overflow the buffer, so that queries
 * reread the store.
 */
function withForcedReread(bulk: Bulk, tab: string): Bulk[] {
  const [context = '', writer] = bulk.context.split(TAB_SEPARATOR);
  const originalBulk = { ...bulk, context };
  const lastEvent = bulk.events.at(-1);
  if (writer === tab || !lastEvent) return [originalBulk];
  const { documentData, documentId } = lastEvent;
  const events = Array.from({ length: BUFFER_SIZE }, () => newestEvent(documentData, documentId));
  // Emitted in the same tick, so that no query runs in between.
  return [originalBulk, { ...originalBulk, id: `${bulk.id}-again`, events }];
}

/**
 * Re-emits a document's newest state after each older event. Keeps the older event, because counts
 * need every change, in any order.
 */
export function endWithNewest(bulks: Observable<Bulk>): Observable<Bulk> {
  return defer(() => {
    const newestStates = new Map<string, StoredDocument>();
    const withNewestState = (event: StoredEvent): StoredEvent[] => {
      const { documentId, documentData } = event;
      const newestState = newestStates.get(documentId);
      const isLate = newestState !== undefined && isOlder(documentData, newestState);
      newestStates.delete(documentId);
      newestStates.set(documentId, isLate ? newestState : documentData);
      const [oldestId] = newestStates.keys();
      if (newestStates.size > MAX_TRACKED && oldestId !== undefined) newestStates.delete(oldestId);
      return isLate ? [event, newestEvent(newestState, documentId)] : [event];
    };
    return bulks.pipe(map((bulk) => ({ ...bulk, events: bulk.events.flatMap(withNewestState) })));
  });
}

/** Creates an event that only repeats the newest state. */
function newestEvent(state: StoredDocument, documentId: string): StoredEvent {
  const operation = state._deleted ? 'DELETE' : 'UPDATE';
  return { operation, documentId, documentData: state, previousDocumentData: state };
}

function isOlder(state: StoredDocument, otherState: StoredDocument): boolean {
  // A purged document that is created again restarts its revisions.
  if (otherState._deleted && !state._deleted && state._meta.lwt > otherState._meta.lwt)
    return false;
  return revisionNumber(state) < revisionNumber(otherState);
}

/** Returns the number of writes, which is the prefix of the revision. */
function revisionNumber({ _rev }: StoredDocument): number {
  return Number.parseInt(_rev, 10);
}
