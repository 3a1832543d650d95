import type { RxCollection } from 'rxdb';
import type { EditableDocument } from '../entities/registry.ts';
import { changeMany, type Snapshot } from '../store/documents.ts';
import type { AnyEntitySync, EditableRow } from './entity-sync.ts';
import type { VerdictLog } from './verdict-log.ts';

/** Options for storing a collection's verdicts. */
export interface VerdictOptions {
  readonly collection: RxCollection<EditableDocument>;
  readonly sync: Pick<AnyEntitySync, 'next'>;
  readonly verdictLog: VerdictLog;
  /** Called with the documents after verdicts were applied. */
  readonly onVerdicts: (rows: readonly EditableRow[]) => void;
}

/**
 * Applies each verdict to its document by compare-and-set.
 * @param snapshot the documents as read before sending; most are unchanged
 * @throws SyncError
 */
export async function applyVerdicts(
  { collection, sync, verdictLog, onVerdicts }: VerdictOptions,
  verdicts: ReadonlyMap<string, unknown>,
  snapshot?: Snapshot<EditableDocument>,
): Promise<void> {
  const next = (row: EditableRow) => sync.next(row, verdicts.get(row.uuid));
  // Logged before the write, so that a page that was requested earlier can't overwrite the documents.
  verdictLog.add(verdicts.keys());
  const rows = await changeMany(collection, [...verdicts.keys()], next, snapshot);
  onVerdicts([...rows.values()]);
}
