import { prepareQuery, type RxCollection } from 'rxdb';
import { debounceTime, from, type Observable, startWith, switchMap } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';

/**
 * Scans taken back here that the server has not been told of yet. They are tombstones already, so
 * that no list shows them, and RxDB's queries leave them out: this asks the storage itself.
 */
export async function unsentRemovals(scans: RxCollection<ScanDocument>): Promise<ScanDocument[]> {
  const query = prepareQuery<ScanDocument>(scans.schema.jsonSchema, {
    selector: { _deleted: { $eq: true }, state: { $eq: 'waiting' } } as never,
    sort: [{ newest_first: 'asc' }],
    // RxDB puts `_deleted` before and the key behind every index of ours.
    index: ['_deleted', 'state', 'newest_first', 'uuid'] as never,
    skip: 0,
  });
  const { documents } = await scans.storageInstance.query(query);
  return documents;
}

/** The same, live. */
export function unsentRemovals$(scans: RxCollection<ScanDocument>): Observable<ScanDocument[]> {
  return scans.eventBulks$.pipe(
    debounceTime(20),
    startWith(null),
    switchMap(() => from(unsentRemovals(scans))),
  );
}
