/** What the balance reads of the ledger on this device. */
import { map, type Observable } from 'rxjs';
import type { LedgerDocument } from '#schemas/ledger.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { Account } from '#sync/account.ts';

/** The newest entries of the ledger, at most `limit`. */
export function newestEntries(account: Account, limit: number): Observable<LedgerDocument[]> {
  return account.collections.ledger
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** What was booked for a project. The ledger is looked through for it: to be followed for a moment only. */
export function entriesOfProject(account: Account, uuid: string): Observable<LedgerDocument[]> {
  return account.collections.ledger
    .find({ selector: { project_uuid: { $eq: uuid } }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** The streets of projects by their ids; those that are not on this device are left out. */
export function projectStreets(
  account: Account,
  ids: readonly string[],
): Observable<ReadonlyMap<string, string>> {
  return account.collections.projects
    .findByIds([...ids])
    .$.pipe(
      map(
        (found) =>
          new Map(
            [...found].map(([id, { street_name, city }]) => [
              id,
              [street_name, city].filter(Boolean).join(', '),
            ]),
          ),
      ),
    );
}
