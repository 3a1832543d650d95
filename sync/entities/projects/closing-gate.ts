import { auditTime, EMPTY, from, map, type Observable, startWith, switchMap } from 'rxjs';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany, changesOf } from '../../store/documents.ts';
import { rowsByState, rowsBy } from '../../store/reads.ts';
import { nextProject } from './machine.ts';
import { closingStage } from './project-row.ts';

/** Throttle, in ms, while many scans are settled one after another. */
const THROTTLE_MS = 50;

/**
 * Releases closings once all their products are settled: none is waiting, rejected or being removed. This leaves no
 * product behind in a closed project (F06). Runs only in the leader.
 * @param isRecovering$ true during the recovery of lost edits after a server restore; until the recovery ends, the
 * device doesn't know which products are settled (F43)
 * @returns a function that stops releasing
 */
export function startClosingGate(
  database: ClubDatabase,
  isRecovering$: Observable<boolean>,
): () => void {
  const { projects, scans } = database.collections;
  // The server can't close a project that it doesn't have.
  const heldProjectIds$ = projects
    .find({ selector: { state: 'waiting' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((waitingProjects) =>
        waitingProjects
          .filter(
            (project) =>
              closingStage(project) === 'held' && project.awaits_lead === null && !project.unbegun,
          )
          .map(({ uuid }) => uuid),
      ),
    );
  const releasableProjectIds$ = isRecovering$.pipe(
    switchMap((isRecovering) => (isRecovering ? EMPTY : heldProjectIds$)),
    switchMap((heldProjectIds) => {
      if (heldProjectIds.length === 0) return EMPTY;
      return changesOf(scans).pipe(
        startWith(null),
        auditTime(THROTTLE_MS),
        switchMap(() => from(filterSettledProjects(database, heldProjectIds))),
      );
    }),
  );
  const subscription = releasableProjectIds$.subscribe((projectIds) => {
    // A failed write is harmless: the next change or start releases the closing.
    changeMany(projects, projectIds, (row) => nextProject(row, { type: 'closing_released' })).catch(
      () => undefined,
    );
  });
  return () => subscription.unsubscribe();
}

/** Returns the given projects whose products are all settled. */
async function filterSettledProjects(
  { collections: { scans } }: ClubDatabase,
  projectIds: readonly string[],
): Promise<string[]> {
  const unsettledScans = await Promise.all(
    projectIds.map((id) =>
      rowsBy(
        scans,
        { projects_id: { $eq: id }, state: { $in: ['waiting', 'refused'] } },
        // An index by state would scan everything ever sent.
        { index: ['_deleted', 'projects_id', 'newest_first', 'uuid'], limit: 1 },
      ),
    ),
  );
  // Removals are read last, so that a scan that is removed between the two reads is found by one of them.
  const removedScans = await rowsByState(scans, 'waiting', { deleted: true });
  const idsWithRemovals = new Set(removedScans.map((scan) => scan.projects_id));
  return projectIds.filter(
    (id, index) => unsettledScans[index]?.length === 0 && !idsWithRemovals.has(id),
  );
}
