import { auditTime, EMPTY, from, map, type Observable, startWith, switchMap } from 'rxjs';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany, changesOf } from '../../store/documents.ts';
import { rowsByState, rowsBy } from '../../store/reads.ts';
import { closingStage, nextProject } from './machine.ts';

/** While many scans are settled one after the other, looking this often is enough. */
const AUDIT_MS = 50;

/**
 * Releases closings whose products are all settled (none waiting, refused or being taken back), so
 * that no product is left behind in a closed project (F06). Only the leader runs it.
 * @param recovering$ whether it is being looked for what a restored server lost: which products are settled is
 *   known only afterwards (F43)
 * @returns how to stop it
 */
export function startClosingGate(
  database: ClubDatabase,
  recovering$: Observable<boolean>,
): () => void {
  const { projects, scans } = database.collections;
  // A project that the server does not know yet can't be closed there.
  const held$ = projects
    .find({ selector: { state: 'waiting' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((waiting) =>
        waiting
          .filter((one) => closingStage(one) === 'held' && one.awaits_lead === null && !one.unbegun)
          .map(({ uuid }) => uuid),
      ),
    );
  const free$ = recovering$.pipe(
    switchMap((isRecovering) => (isRecovering ? EMPTY : held$)),
    switchMap((held) => {
      if (held.length === 0) return EMPTY;
      return changesOf(scans).pipe(
        startWith(null),
        auditTime(AUDIT_MS),
        switchMap(() => from(withoutUnsettled(database, held))),
      );
    }),
  );
  const watch = free$.subscribe((free) => {
    // A write that fails is no loss: the next change, or the next start, releases it.
    changeMany(projects, free, (row) => nextProject(row, { type: 'closing_released' })).catch(
      () => undefined,
    );
  });
  return () => watch.unsubscribe();
}

/** Those of the projects that no product holds any more, as the store says. */
async function withoutUnsettled(
  { collections: { scans } }: ClubDatabase,
  projects: readonly string[],
): Promise<string[]> {
  const unsettled = await Promise.all(
    projects.map((id) =>
      rowsBy(
        scans,
        { projects_id: { $eq: id }, state: { $in: ['waiting', 'refused'] } },
        // By state the index would lead over all scans that were ever sent.
        { index: ['_deleted', 'projects_id', 'newest_first', 'uuid'], limit: 1 },
      ),
    ),
  );
  // Read last: a scan that was taken back meanwhile is here, if it was not there any more.
  const removed = await rowsByState(scans, 'waiting', { deleted: true });
  const removedFrom = new Set(removed.map((scan) => scan.projects_id));
  return projects.filter((id, at) => unsettled[at]?.length === 0 && !removedFrom.has(id));
}
