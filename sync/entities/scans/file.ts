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
    if (hasNewPhoto(scan, existingRow)) {
      const { imageIdxDB, photo_of, op_id: opId } = scan;
      await changeMany(scans, [scan.uuid], (row) =>
        nextScan(row, { type: 'photo_replaced', photo: { imageIdxDB, photo_of }, opId }),
      );
      return 'added';
    }
    if (!scan.deleted || existingRow.deleted) return 'known';
    await changeMany(scans, [scan.uuid], (row) =>
      nextScan(row, { type: 'removal_imported', opId: scan.op_id }),
    );
    return 'added';
  },
};

/** True if a new photo in the file replaces the one on the server, and neither side has changed since. */
function hasNewPhoto(importedScan: UnsentScan, existingRow: ScanRow): boolean {
  return (
    importedScan.replaced_photo !== null &&
    !importedScan.deleted &&
    !existingRow.deleted &&
    existingRow.state === 'sent' &&
    existingRow.base_op_id === importedScan.base_op_id
  );
}
