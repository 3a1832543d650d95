import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanValidity } from '#schemas/scan-validity.ts';
import { acceptsNewPhoto, type ScanDocument } from '#schemas/scan.ts';
import {
  change,
  changeMany,
  insert,
  insertMany,
  readRows,
  findRow,
  changeAndInsert,
  findRows,
} from '../../store/documents.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { CommandPorts } from '../command-ports.ts';
import { closingStage } from '../projects/project-row.ts';
import { newScan, nextScan, recapturedScan } from './machine.ts';
import type { CapturedScan, ScanChanges, ScanEvent } from './scan-events.ts';
import type { ScanRow } from './scan-row.ts';

/** A saved photo and its subject. */
type NewPhoto = Readonly<Required<Pick<ScanDocument, 'imageIdxDB' | 'photo_of'>>>;

/** Commands for scans. They resolve after the local commit (F24) and throw SyncError. */
export interface ScanCommands {
  captureScan(scan: CapturedScan): Promise<string>;
  /**
   * Captures all scans or none.
   * @returns their ids in the same order
   */
  captureScans(scans: readonly CapturedScan[]): Promise<string[]>;
  saveScanToProject(ids: readonly string[], projectId: string): Promise<void>;
  /**
   * Undoes saving: puts the scans back into the batch and removes them on the server. Skips scans that are no longer in
   * that project.
   * @param savedScans the scans as they were when saved
   * @throws SyncError `project_not_open` if products can no longer leave the project
   */
  undoSaveToProject(savedScans: readonly ScanDocument[], projectId: string): Promise<void>;
  editScan(id: string, changes: ScanChanges): Promise<void>;
  /**
   * Replaces a product's photo after a reviewer has objected to it, even if the project was submitted or closed.
   * @throws SyncError `new_photo_not_accepted` if the product doesn't accept a new photo
   */
  replacePhoto(id: string, photo: NewPhoto): Promise<void>;
  /** Restores the server's photo, unless the new one has been accepted. */
  discardNewPhoto(id: string): Promise<void>;
  /** Stores the result of checking a captured scan. It's only stored on this device. */
  saveCheckResult(id: string, marks: ScanValidity): Promise<void>;
  retryScan(id: string): Promise<void>;
  removeScan(id: string): Promise<void>;
}

export function createScanCommands(ports: CommandPorts): ScanCommands {
  const { database, clock, newId } = ports;
  const { scans, projects } = database.collections;
  let hasRequestedPersistence = false;

  /** True if the customer has cancelled. This ends the project, even before the server knows about it. */
  const isCancelled = async ({ lead }: ProjectDocument) =>
    lead !== null && (await findRow(database.collections.leads, lead.uuid))?.status === 'lost';

  /**
   * Throws unless products can be added to and removed from the project.
   * @throws SyncError
   */
  const throwUnlessOpen = async (projectId: string) => {
    const project = await findRow(projects, projectId);
    if (!project) throw new SyncError('project_not_found');
    const isClosing = ['held', 'sending'].includes(closingStage(project) ?? '');
    const isEditable = !isClosing && isProjectOpen(project.status.id);
    if (!isEditable || (await isCancelled(project))) throw new SyncError('project_not_open');
  };

  const changeScan = (id: string, update: (scan: ScanRow) => ScanRow) =>
    change(scans, id, update, new SyncError('scan_not_found'));
  const applyEvent = (id: string, event: ScanEvent) =>
    changeScan(id, (scan) => nextScan(scan, event));

  /** Deletes the photo from this device unless the server has it. */
  const discardPhoto = async ({ imageIdxDB, imageSent }: ScanRow) => {
    if (imageIdxDB !== null && !imageSent) await ports.photos.discard(imageIdxDB);
  };

  /** Changes a scan's photo. Deletes an earlier replacement photo from this device if it wasn't sent. */
  const changePhoto = async (id: string, update: (scan: ScanRow) => ScanRow) => {
    const previousRow = await findRow(scans, id);
    await changeScan(id, update);
    if (previousRow && previousRow.replaced_photo !== null) await discardPhoto(previousRow);
  };

  /** @param index position among scans captured together, which are sorted by time */
  const createScan = (capturedScan: CapturedScan, index = 0) =>
    newScan(capturedScan, { uuid: newId(), opId: newId(), now: clock() + index });
  const requestPersistenceOnce = () => {
    if (!hasRequestedPersistence) void ports.requestPersistence();
    hasRequestedPersistence = true;
  };

  return {
    async captureScan(capturedScan) {
      const scan = createScan(capturedScan);
      await insert(scans, scan);
      requestPersistenceOnce();
      return scan.uuid;
    },
    async captureScans(capturedScans) {
      const newScans = capturedScans.map((scan, index) => createScan(scan, index));
      await insertMany(scans, newScans);
      requestPersistenceOnce();
      return newScans.map(({ uuid }) => uuid);
    },

    async saveScanToProject(ids, projectId) {
      const [snapshot] = await Promise.all([readRows(scans, ids), throwUnlessOpen(projectId)]);
      const existingScans = [...snapshot.rows.values()].filter(({ deleted }) => !deleted);
      if (existingScans.length < new Set(ids).size) throw new SyncError('scan_not_found');
      const saveRow = (scan: ScanRow) =>
        scan.deleted ? scan : nextScan(scan, { type: 'saved', projectId, opId: newId() });
      // One transaction, so that all or none are saved.
      await changeMany(scans, ids, saveRow, snapshot);
    },

    async undoSaveToProject(savedScans, projectId) {
      await throwUnlessOpen(projectId);
      await undoSaveToProject(ports, savedScans, projectId);
    },

    async editScan(id, changes) {
      await applyEvent(id, { type: 'edited', changes, opId: newId() });
    },
    async replacePhoto(id, photo) {
      const opId = newId();
      await changePhoto(id, (scan) => {
        if (!acceptsNewPhoto(scan, clock())) throw new SyncError('new_photo_not_accepted');
        return nextScan(scan, { type: 'photo_replaced', photo, opId });
      });
    },
    async discardNewPhoto(id) {
      const opId = newId();
      await changePhoto(id, (scan) => nextScan(scan, { type: 'new_photo_discarded', opId }));
    },
    async saveCheckResult(id, marks) {
      await applyEvent(id, { type: 'checked', marks });
    },
    async retryScan(id) {
      await applyEvent(id, { type: 'retried', opId: newId() });
    },
    async removeScan(id) {
      await discardPhoto(await applyEvent(id, { type: 'removed', opId: newId() }));
    },
  };
}

type Ports = Pick<CommandPorts, 'database' | 'photos' | 'newId'>;

/**
 * Removes scans from their project and puts a new copy of each into the batch, in one transaction. Scans that are no
 * longer in that project are skipped.
 * @param savedScans the scans as they were when saved
 * @throws SyncError; then nothing has changed
 */
export async function undoSaveToProject(
  { database, photos, newId }: Ports,
  savedScans: readonly ScanDocument[],
  projectId: string,
): Promise<void> {
  const { scans } = database.collections;
  const withSaveUndone = (scan: ScanRow) =>
    nextScan(scan, { type: 'save_undone', projectId, opId: newId() });
  const ids = savedScans.map(({ uuid }) => uuid);
  const rows = await findRows(scans, ids);
  const copies: ScanDocument[] = [];
  const replacedPhotoIds: string[] = [];
  for (const scan of savedScans) {
    const currentRow = rows.get(scan.uuid);
    if (!currentRow || withSaveUndone(currentRow) === currentRow) continue;
    // Only one photo is held in memory at a time (F41).
    const photo = await photoForCopy(photos, scan, currentRow);
    copies.push(recapturedScan(scan, photo, { uuid: newId(), opId: newId() }));
    if (scan.imageIdxDB !== photo.imageIdxDB) replacedPhotoIds.push(scan.imageIdxDB ?? '');
  }
  await changeAndInsert(scans, ids, withSaveUndone, copies);
  for (const id of replacedPhotoIds) await photos.discard(id);
}

/**
 * Copies the photo, because the original may be uploading with the other scan. If the photo isn't on
 * this device, reuses the one on the server.
 */
async function photoForCopy(
  photos: Ports['photos'],
  { imageIdxDB, imageSent }: ScanDocument,
  currentRow: ScanRow,
): Promise<Pick<ScanDocument, 'imageIdxDB' | 'imageSent'>> {
  if (imageIdxDB === null) return { imageIdxDB, imageSent };
  const photo = await photos.read(imageIdxDB);
  if (photo === null) return { imageIdxDB, imageSent: imageSent || currentRow.imageSent };
  return { imageIdxDB: await photos.save(photo.bytes, photo.mime), imageSent: false };
}
