/** Reads the ledger from the local database. */
import { map, type Observable, of } from 'rxjs';
import { ledgerBalance, type LedgerDocument } from '#schemas/ledger.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** The newest entries of the ledger, at most `limit`. */
export function newestEntries(account: LocalAccount, limit: number): Observable<LedgerDocument[]> {
  return account.collections.ledger
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** The whole ledger, oldest first. */
export function wholeLedger(account: LocalAccount): Observable<LedgerDocument[]> {
  return account.collections.ledger
    .find({ selector: {}, sort: [{ newest_first: 'desc' }] })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/**
 * A project's entries, and the balance, which is the sum of the whole ledger. Reads the whole ledger, so
 * subscribe only briefly.
 */
export function pointsEntriesOfProject(
  account: LocalAccount,
  uuid: string,
): Observable<{ entries: LedgerDocument[]; sum: number }> {
  return account.collections.ledger.find({ selector: {}, sort: [{ newest_first: 'asc' }] }).$.pipe(
    map((documents) => ({
      entries: documents
        .filter(({ project_uuid: projectId }) => projectId === uuid)
        .map(plainDocument),
      sum: ledgerBalance(documents),
    })),
  );
}

/**
 * Points that closed projects earned, by project id. They are added when a project closes and may be corrected
 * later, so this reads the entries since the first closing.
 */
export function pointsByProject(
  account: LocalAccount,
  projects: readonly Pick<ProjectDocument, 'uuid' | 'project_closed'>[],
): Observable<ReadonlyMap<string, number>> {
  const closingKeys = projects.flatMap(({ project_closed: closedAt }) =>
    closedAt === null ? [] : [newestFirstKey(Date.parse(closedAt))],
  );
  if (closingKeys.length === 0) return of(new Map());
  const ids = new Set(projects.map(({ uuid }) => uuid));
  return account.collections.ledger
    .find({
      selector: { newest_first: { $lte: Math.max(...closingKeys) } },
      sort: [{ newest_first: 'asc' }],
    })
    .$.pipe(
      map((documents) => {
        const projectEntries = documents.filter(
          ({ project_uuid: id }) => id !== null && ids.has(id),
        );
        const entriesByProject = Map.groupBy(projectEntries, ({ project_uuid: id }) => id ?? '');
        return new Map([...entriesByProject].map(([id, entries]) => [id, ledgerBalance(entries)]));
      }),
    );
}

/** Streets and cities of projects, by id. Omits projects that aren't on this device. */
export function projectStreets(
  account: LocalAccount,
  ids: readonly string[],
): Observable<ReadonlyMap<string, string>> {
  return account.collections.projects
    .findByIds([...ids])
    .$.pipe(
      map(
        (documentsById) =>
          new Map(
            [...documentsById].map(([id, { street_name, city }]) => [
              id,
              [street_name, city].filter(Boolean).join(', '),
            ]),
          ),
      ),
    );
}

/**
 * Entries since a time, newest first.
 * @param moment milliseconds since 1970
 */
export function entriesSince(account: LocalAccount, moment: number): Observable<LedgerDocument[]> {
  return account.collections.ledger
    .find({
      selector: { newest_first: { $lte: newestFirstKey(moment) } },
      sort: [{ newest_first: 'asc' }],
    })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}
