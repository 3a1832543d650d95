import type { ScanDocument } from '#schemas/scan.ts';
import type { FileSection } from '../../outbox/file-section.ts';
import { unsentScan, type UnsentScan } from '../../outbox/unsent-file.ts';
import { changeMany, reconcile, findRows } from '../../store/documents.ts';
import { nextScan } from './machine.ts';
import type { ScanRow } from './scan-row.ts';

/** An unsent scan, or an unsent removal. */
export const scanFile: FileSection<ScanDocument, UnsentScan> = {
  name: 'scans',
  kind: 'scan',
  isCounted: () => true,
  itemSchema: unsentScan,
  pick(scan) {
    const isUnsent = scan.deleted ? scan.state === 'waiting' : scan.state !== 'sent';
    return isUnsent ? scan : null;
  },
  async importItem(scan, { collections: { scans } }) {
    const existingRow = (await findRows(scans, [scan.uuid])).get(scan.uuid);
    if (!existingRow && scan.deleted) return 'missing';
    if (!existingRow) {
      await reconcile(scans, [scan], (storedRow) => storedRow);
      return 'added';
    }
    if (isKnownEdit(scan, existingRow)) return 'known';
    if (!scan.deleted) {
      const event = { type: 'edit_imported', row: scan } as const;
      if (nextScan(existingRow, event) === existingRow)
        return wasSentSince(scan, existingRow) ? 'known' : 'changed';
      await changeMany(scans, [scan.uuid], (row) => nextScan(row, event));
      return 'added';
    }
    await changeMany(scans, [scan.uuid], (row) =>
      nextScan(row, { type: 'removal_imported', opId: scan.op_id }),
    );
    return 'added';
  },
};

/** True if this device has the edit, or the server has had it. */
function isKnownEdit({ op_id, deleted }: UnsentScan, existingRow: ScanRow): boolean {
  const knownEdits = [existingRow.op_id, existingRow.base_op_id, ...existingRow.prior_op_ids];
  return knownEdits.includes(op_id) || (deleted && existingRow.deleted);
}

/** True if the server had nothing of the scan at the export, and has it now. */
function wasSentSince({ base_op_id }: UnsentScan, existingRow: ScanRow): boolean {
  return base_op_id === null && existingRow.base_op_id !== null && !existingRow.deleted;
}
