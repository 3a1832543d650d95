/** Reads projects from the local database. */
import { useEffect } from 'react';
import { combineLatest, map, type Observable } from 'rxjs';
import {
  filterStatuses,
  type ProjectFilter,
  projectStatus,
  type ProjectStatusId,
  isProjectOpen,
} from '#schemas/project-status.ts';
import type { ProjectDocument, Project } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import type { ProjectUnsentCounts } from '#sync/outbox/unsent-by-project.ts';

export { ProjectSkyImage, ProjectThumbnail } from './project-sky.tsx';
export type { ProjectEarnings } from './project-earnings.ts';
export { useProjectEarnings } from './project-earnings.ts';
export type { ProjectDocument, ProjectUnsentCounts };
type Account = ReturnType<typeof useAccount>;

/** @param limit maximum number of projects; unlimited if omitted */
function newestWithStatus(account: Account, status: ProjectStatusId, limit?: number) {
  return account.collections.projects
    .find({
      selector: { 'status.id': { $eq: status } },
      sort: [{ newest_first: 'asc' }],
      ...(limit !== undefined && { limit }),
    })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** All open projects, newest first. There is no limit, because the sections of the list are sorted by deadline. */
export function openProjects(account: Account): Observable<ProjectDocument[]> {
  const queries = filterStatuses.open.map((status) => newestWithStatus(account, status));
  return combineLatest(queries).pipe(map((lists) => mergeNewest(lists)));
}

/**
 * The newest projects matching a filter, at most `limit` if given. Merges one indexed query per status, because
 * a query over several statuses can't use an index.
 */
export function newestProjects(
  account: Account,
  filter: ProjectFilter,
  limit?: number,
): Observable<ProjectDocument[]> {
  const queries = filterStatuses[filter].map((status) => newestWithStatus(account, status, limit));
  return combineLatest(queries).pipe(map((lists) => mergeNewest(lists, limit)));
}

/** Closed projects without a warranty certificate, newest first, at most `limit`. */
export function certifiableProjects(
  account: Account,
  limit: number,
): Observable<ProjectDocument[]> {
  return account.collections.projects
    .find({
      selector: {
        'status.id': { $eq: projectStatus.closed },
        warranty_certificate_uuid: { $eq: null },
      },
      sort: [{ newest_first: 'asc' }],
      limit,
    })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** Counts the projects matching a filter. */
export function countProjects(account: Account, filter: ProjectFilter): Observable<number> {
  const queries = filterStatuses[filter].map(
    (status) =>
      account.collections.projects.count({ selector: { 'status.id': { $eq: status } } }).$,
  );
  return combineLatest(queries).pipe(
    map((counts) => counts.reduce((sum, count) => sum + count, 0)),
  );
}

/** Counts the projects matching each filter. */
export function countByFilter(
  account: Account,
): Observable<Readonly<Record<ProjectFilter, number>>> {
  return combineLatest({
    open: countProjects(account, 'open'),
    in_review: countProjects(account, 'in_review'),
    closed: countProjects(account, 'closed'),
    lost: countProjects(account, 'lost'),
  });
}

/** The given projects, if they are on this device, by id. */
export function projectsById(
  account: Account,
  ids: readonly string[],
): Observable<ReadonlyMap<string, ProjectDocument>> {
  return account.collections.projects
    .findByIds([...ids])
    .$.pipe(
      map(
        (documentsById) =>
          new Map([...documentsById].map(([id, project]) => [id, plainDocument(project)])),
      ),
    );
}

/** Projects of any status whose address or name contains all words of the text, newest first. */
export function projectsByAddress(account: Account, text: string): Observable<ProjectDocument[]> {
  return account.projectSearch.search(text);
}

/** Loads the search index while the user is typing, so that it's ready when they pause. */
export function usePreloadProjectSearch(isTyping: boolean): void {
  const account = useAccount();
  useEffect(() => {
    if (!isTyping) return undefined;
    const subscription = account.projectSearch.ready$.subscribe({ error: () => undefined });
    return () => subscription.unsubscribe();
  }, [account, isTyping]);
}

/** Projects that the server doesn't have: not sent yet, or rejected. */
export function uncreatedProjects(
  account: Account,
): Observable<ReadonlyMap<string, ProjectDocument>> {
  const queries = (['waiting', 'refused'] as const).map(
    (state) => account.collections.projects.find({ selector: { state } }).$,
  );
  return combineLatest(queries).pipe(
    map((lists) => {
      const unsentProjects = lists.flat().filter((project) => project.unbegun);
      return new Map(unsentProjects.map((project) => [project.uuid, plainDocument(project)]));
    }),
  );
}

/** One project; null if it isn't on this device. */
export function projectById(account: Account, id: string): Observable<ProjectDocument | null> {
  return account.collections.projects
    .findOne(id)
    .$.pipe(map((document) => document && plainDocument(document)));
}

/** Address of a project on one line; null until loaded. */
export function useProjectAddress(id: string | undefined): string | null {
  const project = useLiveQuery((account) => projectById(account, id ?? ''), [id]);
  return project ? addressOf(project) : null;
}

/** Unsent products, and rejected photos and documents, by project id. */
export function unsentByProject(
  account: Account,
): Observable<ReadonlyMap<string, ProjectUnsentCounts>> {
  return account.outbox.byProject$;
}

// A project's address as text.

type Address = Pick<Project, 'street_name' | 'postal_code' | 'city'>;

/** `Polna 5, 00-625 Warszawa`; omits missing parts. */
export function addressOf({ street_name, postal_code, city }: Address): string {
  const town = [postal_code, city].filter(Boolean).join(' ');
  return [street_name, town].filter(Boolean).join(', ');
}

/** The city, or the postal code if there is none. */
export function cityOf({ postal_code, city }: Pick<Address, 'postal_code' | 'city'>): string {
  return city || postal_code;
}

/** Postal code and city on one line. */
export function townOf({ postal_code, city }: Address): string {
  return [postal_code, city].filter(Boolean).join(' ');
}

// Projects that expire soon (spec 1 §4, `days_left`).

export type ExpiringProject = Pick<
  ProjectDocument,
  'expires_at' | 'closing' | 'state' | 'refusal' | 'calculated_max_points'
>;

/**
 * True if an open project with points expires within seven days. False once the user has closed it, unless the
 * server rejected the closing.
 * @param unsentCount number of unsent products, whose points would be lost too
 */
export function isClosingSoon(
  project: ExpiringProject,
  unsentCount: number,
  clock: RegionalClock,
): boolean {
  if (project.calculated_max_points === 0 && unsentCount === 0) return false;
  const isSubmitted = project.closing !== null && project.refusal === null;
  if (isSubmitted && project.state !== 'refused') return false;
  const timeRemaining = timeLeft(project.expires_at, clock);
  return timeRemaining?.unit !== 'over' && isDueSoon(timeRemaining, dueSoonDays.project);
}

/**
 * Counts a project's products as its page lists them: the server's count plus unsent additions, minus unsent
 * removals. A rejected product counts until it's deleted.
 */
export function countProducts(
  { products_count }: Pick<ProjectDocument, 'products_count'>,
  unsentChanges: Pick<ProjectUnsentCounts, 'difference'> | undefined,
): number {
  return Math.max(0, products_count + (unsentChanges?.difference ?? 0));
}

/**
 * Returns a project's most urgent sync state, for lists and the home screen; null if there is none. The state is
 * `refused` if the server rejected the project, its closing or date, a product, a photo or a document.
 */
export function syncMarkOf(
  { state, closing, date_refusal }: Pick<ProjectDocument, 'state' | 'closing' | 'date_refusal'>,
  unsentChanges:
    | Pick<ProjectUnsentCounts, 'waiting' | 'refused' | 'refusedAttachments'>
    | undefined,
): 'refused' | 'waiting' | 'closing' | null {
  if (
    unsentChanges?.refused ||
    unsentChanges?.refusedAttachments ||
    state === 'refused' ||
    date_refusal
  )
    return 'refused';
  if (unsentChanges?.waiting) return 'waiting';
  return closing && 'closing';
}

// Pages of the project list (spec 1 §9: 15 projects per page).

/** Number of projects per page of the project list (spec 1 §9). */
export const LIST_PAGE = 15;
/** Number of projects that the project picker loads at a time (spec 1 §9). */
export const PICKER_PAGE = 20;

/** Merges lists sorted newest first. */
export function mergeNewest<T extends { readonly newest_first: number }>(
  lists: readonly (readonly T[])[],
  limit = Infinity,
): T[] {
  return lists
    .flat()
    .toSorted((a, b) => a.newest_first - b.newest_first)
    .slice(0, limit);
}

/** Number of the last page, at least 1. */
export function lastPageOf(count: number, size = LIST_PAGE): number {
  return Math.max(1, Math.ceil(count / size));
}

/** Returns the items of a page; empty if the page number is too high. */
export function pageOf<T>(all: readonly T[], page: number, size = LIST_PAGE): readonly T[] {
  const start = (Math.max(1, page) - 1) * size;
  return all.slice(start, start + size);
}

/** True if the server rejected the edits of a new project because someone had closed it before the edits arrived. */
export function isClosedByOthers({
  unbegun,
  state,
  refusal,
}: Pick<ProjectDocument, 'unbegun' | 'state' | 'refusal'>): boolean {
  return unbegun && state === 'refused' && refusal?.code === 'project_not_open';
}

/** True if the closing was rejected for good, because someone has closed or deleted the project. */
export function isClosingImpossible({
  closing,
  state,
  status,
  refusal,
}: Pick<ProjectDocument, 'closing' | 'state' | 'status' | 'refusal'>): boolean {
  if (closing === null || state !== 'refused') return false;
  return refusal?.code === 'project_not_found' || !isProjectOpen(status.id);
}
