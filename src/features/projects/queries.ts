/** What the project screens and others read of the projects on this device. */
import { combineLatest, map, type Observable } from 'rxjs';
import {
  filterStatuses,
  type ProjectDocument,
  type ProjectFilter,
  type ProjectStatusId,
} from '#schemas/project.ts';
import type { ScanState } from '#schemas/scan.ts';
import type { useAccount } from '#src/data/account-context.tsx';
import { plainDocument } from '#src/data/plain-document.ts';
import { useLiveQuery } from '#src/data/use-live-query.ts';
import { addressOf, matchesAddress } from './address.ts';
import { mergeNewest } from './project-pages.ts';

export { addressOf };
export type { ProjectDocument };
type Account = ReturnType<typeof useAccount>;

function newestWithStatus(account: Account, status: ProjectStatusId, limit: number) {
  return account.collections.projects
    .find({
      selector: { 'status.id': { $eq: status } },
      sort: [{ newest_first: 'asc' }],
      limit,
    })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/**
 * The newest projects behind a filter, at most `limit`. One short indexed query per status, put
 * together here: a query over several statuses could use no index.
 */
export function newestProjects(
  account: Account,
  filter: ProjectFilter,
  limit: number,
): Observable<ProjectDocument[]> {
  const parts = filterStatuses[filter].map((status) => newestWithStatus(account, status, limit));
  return combineLatest(parts).pipe(map((lists) => mergeNewest(lists, limit)));
}

/** How many projects there are behind a filter. */
export function countProjects(account: Account, filter: ProjectFilter): Observable<number> {
  const parts = filterStatuses[filter].map(
    (status) =>
      account.collections.projects.count({ selector: { 'status.id': { $eq: status } } }).$,
  );
  return combineLatest(parts).pipe(map((counts) => counts.reduce((sum, one) => sum + one, 0)));
}

/** Projects of every status whose address or name contains all words of the text, newest first. */
export function projectsByAddress(account: Account, text: string): Observable<ProjectDocument[]> {
  return account.collections.projects
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((found) => found.map(plainDocument).filter((project) => matchesAddress(project, text))),
    );
}

/** One project, or null when it is not on this device. */
export function projectById(account: Account, id: string): Observable<ProjectDocument | null> {
  return account.collections.projects
    .findOne(id)
    .$.pipe(map((found) => found && plainDocument(found)));
}

/** The address of a project in one line; null while it is not known. */
export function useProjectAddress(id: string | undefined): string | null {
  const project = useLiveQuery((account) => projectById(account, id ?? ''), [id]);
  return project ? addressOf(project) : null;
}

/** How many products of a project have not been sent, and how many were refused. */
export interface UnsentProducts {
  readonly waiting: number;
  readonly refused: number;
}

/** Beyond so many unsent scans the marks of the oldest projects in the list are left out. */
const MARKED_MAX = 2000;

/** The unsent products by project. */
export function unsentByProject(account: Account): Observable<ReadonlyMap<string, UnsentProducts>> {
  const inState = (state: ScanState) =>
    account.collections.scans.find({
      selector: { state },
      sort: [{ newest_first: 'asc' }],
      limit: MARKED_MAX,
    }).$;
  return combineLatest([inState('waiting'), inState('refused')]).pipe(
    map(([waiting, refused]) => {
      const marks = new Map<string, UnsentProducts>();
      const add = (id: string, change: Partial<UnsentProducts>) =>
        marks.set(id, { ...(marks.get(id) ?? { waiting: 0, refused: 0 }), ...change });
      for (const { projects_id: id } of waiting) {
        add(id, { waiting: (marks.get(id)?.waiting ?? 0) + 1 });
      }
      for (const { projects_id: id } of refused) {
        add(id, { refused: (marks.get(id)?.refused ?? 0) + 1 });
      }
      return marks;
    }),
  );
}
