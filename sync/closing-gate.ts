import { combineLatest } from 'rxjs';
import type { ClubDatabase } from './database.ts';
import { unsentRemovals$ } from './removals.ts';

/**
 * Releases closings whose products are all settled (none waiting, refused or being taken back), so
 * that no product is left behind in a closed project (F06). Only the leader runs it.
 * @returns how to stop it
 */
export function startClosingGate(database: ClubDatabase): () => void {
  const { projects, scans } = database.collections;
  const closing$ = projects.find({ selector: { state: 'waiting' } }).$;
  const unsettled$ = scans.find({ selector: { state: { $in: ['waiting', 'refused'] } } }).$;
  const removed$ = unsentRemovals$(scans);
  const watch = combineLatest([closing$, unsettled$, removed$]).subscribe(
    ([closing, unsettled, removed]) => {
      const holding = new Set([...unsettled, ...removed].map((scan) => scan.projects_id));
      for (const project of closing) {
        if (project.closing === null || project.closing.released) continue;
        // A project that the server does not know yet can't be closed there.
        if (project.awaits_lead !== null || holding.has(project.uuid)) continue;
        // A write that fails is no loss: the next change, or the next start, releases it.
        project.incrementalModify(release).catch(() => undefined);
      }
    },
  );
  return () => watch.unsubscribe();
}

function release<Project extends { closing: { released: boolean } | null }>(now: Project): Project {
  return now.closing ? { ...now, closing: { ...now.closing, released: true } } : now;
}
