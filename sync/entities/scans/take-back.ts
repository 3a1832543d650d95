import type { ScanDocument } from '#schemas/scan.ts';
import { changeAndInsert, findRows } from '../../store/documents.ts';
import type { CommandPorts } from '../command-ports.ts';
import { recapturedScan, nextScan } from './machine.ts';
import type { ScanRow } from './scan-row.ts';

type Ports = Pick<CommandPorts, 'database' | 'photos' | 'newId'>;

/**
 * Takes scans out of the project that they were saved to, and puts a new one into the batch for each, in one transaction.
 * What is not in that project any more stays as it is.
 * @param before as they were when they were saved
 * @throws SyncError: then nothing has changed
 */
export async function undoSaveToProject(
  { database, photos, newId }: Ports,
  before: readonly ScanDocument[],
  projectId: string,
): Promise<void> {
  const { scans } = database.collections;
  const takenBack = (scan: ScanRow) =>
    nextScan(scan, { type: 'taken_back', projectId, opId: newId() });
  const ids = before.map(({ uuid }) => uuid);
  const rows = await findRows(scans, ids);
  const copies: ScanDocument[] = [];
  const replaced: string[] = [];
  for (const scan of before) {
    const now = rows.get(scan.uuid);
    if (!now || takenBack(now) === now) continue;
    // One photograph in memory at a time (F41).
    const photo = await photoAgain(photos, scan, now);
    copies.push(recapturedScan(scan, photo, { uuid: newId(), opId: newId() }));
    if (scan.imageIdxDB !== photo.imageIdxDB) replaced.push(scan.imageIdxDB ?? '');
  }
  await changeAndInsert(scans, ids, takenBack, copies);
  for (const photo of replaced) await photos.discard(photo);
}

/** Its own copy of the photograph, which may be on its way with the other scan; else the one that the server has. */
async function photoAgain(
  photos: Ports['photos'],
  { imageIdxDB, imageSent }: ScanDocument,
  now: ScanRow,
): Promise<Pick<ScanDocument, 'imageIdxDB' | 'imageSent'>> {
  if (imageIdxDB === null) return { imageIdxDB, imageSent };
  const kept = await photos.read(imageIdxDB);
  if (kept === null) return { imageIdxDB, imageSent: imageSent || now.imageSent };
  return { imageIdxDB: await photos.save(kept.bytes, kept.mime), imageSent: false };
}
