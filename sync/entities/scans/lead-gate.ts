import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from '../../store/database.ts';
import { changeMany } from '../../store/change-many.ts';
import type { NewId } from '../../ports.ts';
import { storedInState, storedRows } from '../../store/rows.ts';
import type { ScanRow } from './wire.ts';

/** Own edits remembered while none was answered; more than anybody makes of one scan. */
const KEPT_OPS = 20;

/** Holds scans whose project the server does not know yet, and lets them go when it does (F06). */
export interface LeadGate {
  /** Keeps back what has to wait. @returns the rows that may be sent now */
  pass(rows: readonly ScanRow[]): Promise<ScanRow[]>;
  close(): void;
}

/**
 * A project that was made of a lead without a network is the server's only once the lead's edit is.
 * RxDB offers a changed document once: a scan that was held is changed again to be offered anew, with
 * an id of its own for that edit. Only the leader runs it.
 */
export function startLeadGate(database: ClubDatabase, newId: NewId): LeadGate {
  const { projects, scans } = database.collections;
  /** Held scans, each with its project. */
  const held = new Map<string, string>();

  const release = async () => {
    if (held.size === 0) return;
    const known = await storedRows(projects, [...new Set(held.values())]);
    const free = [...held].filter(([, project]) => known.get(project)?.awaits_lead === null);
    for (const [id] of free) held.delete(id);
    await offerAnew(free.map(([id]) => id));
  };
  const offerAnew = (ids: readonly string[]) =>
    changeMany<ScanDocument>(scans, ids, (scan) =>
      scan.state === 'waiting'
        ? {
            ...scan,
            op_id: newId(),
            prior_op_ids: [...scan.prior_op_ids, scan.op_id].slice(-KEPT_OPS),
          }
        : scan,
    );
  /** What the leader before had held, and perhaps could not let go any more. */
  const resume = async () => {
    const waiting = await storedInState(scans, 'waiting');
    const found = await storedRows(projects, [...new Set(waiting.map((scan) => scan.projects_id))]);
    for (const { uuid, projects_id } of waiting) {
      if (found.get(projects_id)?.lead) held.set(uuid, projects_id);
    }
    await release();
  };
  // A write that fails is no loss: the next change of a project, or the next start, does it.
  const tryTo = (work: () => Promise<void>) => void work().catch(() => undefined);

  const watch = projects.$.subscribe(({ documentData }) => {
    if (documentData.awaits_lead === null && documentData.lead !== null) tryTo(release);
  });
  tryTo(resume);

  return {
    async pass(rows) {
      const living = rows.filter((row) => !row.deleted && row.projects_id !== '');
      const ids = [...new Set(living.map((row) => row.projects_id))];
      const known = await storedRows(projects, ids);
      const isHeld = (row: ScanRow) =>
        !row.deleted && (known.get(row.projects_id)?.awaits_lead ?? null) !== null;
      const back = rows.filter(isHeld);
      for (const row of back) held.set(row.uuid, row.projects_id);
      // Known to the server just now, between the two looks.
      if (back.length > 0) tryTo(release);
      return rows.filter((row) => !isHeld(row));
    },
    close: () => watch.unsubscribe(),
  };
}
