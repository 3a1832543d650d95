import { combineLatest } from 'rxjs';
import type { ClubDatabase } from './database.ts';

/** What holds a project's closing back: products of it that the server has not judged well. */
export function isHeld(projectId: string, unsettled: ReadonlySet<string>): boolean {
  return unsettled.has(projectId);
}

/**
 * Releases closings whose products are all settled, so that no product is left behind in a closed
 * project (F06). Only the leader runs it.
 * @returns how to stop it
 */
export function startClosingGate(database: ClubDatabase): () => void {
  const { projects, scans } = database.collections;
  const waiting$ = projects.find({ selector: { state: 'waiting' } }).$;
  const unsettled$ = scans.find({ selector: { state: { $in: ['waiting', 'refused'] } } }).$;
  const watch = combineLatest([waiting$, unsettled$]).subscribe(([waiting, unsettled]) => {
    const holding = new Set(unsettled.map((scan) => scan.projects_id));
    for (const project of waiting) {
      if (project.closing === null || project.closing.released) continue;
      if (isHeld(project.uuid, holding)) continue;
      void project.incrementalModify((now) =>
        now.closing ? { ...now, closing: { ...now.closing, released: true } } : now,
      );
    }
  });
  return () => watch.unsubscribe();
}
