import { prepareQuery, type RxCollection } from 'rxdb';
import { auditTime, EMPTY, from, map, startWith, switchMap } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { unsentRemovals } from '../../store/tombstones.ts';

/** While many scans are settled one after the other, looking this often is enough. */
const AUDIT_MS = 50;

/**
 * Releases closings whose products are all settled (none waiting, refused or being taken back), so
 * that no product is left behind in a closed project (F06). Only the leader runs it.
 * @returns how to stop it
 */
export function startClosingGate(database: ClubDatabase): () => void {
  const { projects, scans } = database.collections;
  // A project that the server does not know yet can't be closed there.
  const held$ = projects
    .find({ selector: { state: 'waiting' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((waiting) =>
        waiting.filter(
          ({ closing, awaits_lead }) => closing?.released === false && awaits_lead === null,
        ),
      ),
    );
  const settled$ = held$.pipe(
    switchMap((held) => {
      if (held.length === 0) return EMPTY;
      return scans.eventBulks$.pipe(
        startWith(null),
        auditTime(AUDIT_MS),
        switchMap(() => from(settledOf(scans, held))),
      );
    }),
  );
  const watch = settled$.subscribe((settled) => {
    // A write that fails is no loss: the next change, or the next start, releases it.
    for (const project of settled) project.incrementalModify(release).catch(() => undefined);
  });
  return () => watch.unsubscribe();
}

/** Those of the projects that nothing holds any more, as the store says. */
async function settledOf<Project extends { uuid: string }>(
  scans: RxCollection<ScanDocument>,
  projects: readonly Project[],
): Promise<Project[]> {
  const unsettled = await Promise.all(projects.map(({ uuid }) => hasUnsettled(scans, uuid)));
  // Read last: a scan that was taken back meanwhile is here, if it was not there any more.
  const removed = new Set((await unsentRemovals(scans)).map((scan) => scan.projects_id));
  return projects.filter(({ uuid }, at) => !unsettled[at] && !removed.has(uuid));
}

async function hasUnsettled(scans: RxCollection<ScanDocument>, project: string): Promise<boolean> {
  const query = prepareQuery<ScanDocument>(scans.schema.jsonSchema, {
    selector: {
      _deleted: { $eq: false },
      projects_id: { $eq: project },
      state: { $in: ['waiting', 'refused'] },
    } as never,
    sort: [{ newest_first: 'asc' }, { uuid: 'asc' }],
    // By state the index would lead over all scans that were ever sent.
    index: ['_deleted', 'projects_id', 'newest_first', 'uuid'] as never,
    skip: 0,
    limit: 1,
  });
  return (await scans.storageInstance.query(query)).documents.length > 0;
}

function release<Project extends { closing: { released: boolean } | null }>(now: Project): Project {
  return now.closing ? { ...now, closing: { ...now.closing, released: true } } : now;
}
