import { scanFromWire } from '#schemas/from-wire.ts';
import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import { newPhotoBy, type ScanDocument, type ScanRefusal } from '#schemas/scan.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import type { EngineEvent } from '#sync/engine/entity-sync.ts';
import type { CapturedScan, ScanChanges, ScanEvent } from './scan-events.ts';
import type { ScanRow } from './scan-row.ts';
import { restoreRow, withPhotoToResend, withServerView } from './server-view.ts';

/** Creates a newly captured scan. */
export function newScan(
  capturedScan: CapturedScan,
  { uuid, opId, now }: { uuid: string; opId: string; now: number },
): ScanDocument {
  const createdAt = new Date(now).toISOString();
  return {
    survey: null,
    imageIdxDB: null,
    photo_of: null,
    requiresTagPhoto: false,
    requiresSurvey: false,
    confirmed: false,
    isValidated: false,
    isValid: null,
    refusal: null,
    ...capturedScan,
    uuid,
    op_id: opId,
    created_at: createdAt,
    updated_at: createdAt,
    projects_id: '',
    image_data: null,
    time: now,
    flag: null,
    rejection: null,
    campaign: null,
    new_photo_by: '',
    replaced_photo: null,
    points: 0,
    state: 'captured',
    newest_first: newestFirstKey(now),
    imageSent: false,
    serial_key: capturedScan.serial_number ?? '',
    base_op_id: null,
    prior_op_ids: [],
  };
}

/**
 * Creates the batch scan that replaces a scan whose save was undone. The new scan gets another id,
 * because the server may have the old id, and removals there are permanent.
 * @param savedScan the scan when it was saved
 * @param photo current location of its photo
 */
export function recapturedScan(
  savedScan: ScanDocument,
  photo: Pick<ScanDocument, 'imageIdxDB' | 'imageSent'>,
  { uuid, opId }: { readonly uuid: string; readonly opId: string },
): ScanDocument {
  return {
    ...savedScan,
    ...photo,
    uuid,
    op_id: opId,
    projects_id: '',
    image_data: photo.imageSent ? photo.imageIdxDB : null,
    flag: null,
    rejection: null,
    campaign: null,
    new_photo_by: '',
    replaced_photo: null,
    points: 0,
    state: 'captured',
    base_op_id: null,
    prior_op_ids: [],
  };
}

/**
 * Returns the scan after an event; the same object if nothing changes. Pure, and the only writer of `state`.
 */
export function nextScan(row: ScanRow, event: ScanEvent | EngineEvent<ScanDocument>): ScanRow {
  const nextRow = afterEvent(row, event);
  return nextRow === row ? row : { ...nextRow, new_photo_by: newPhotoBy(nextRow) };
}

function afterEvent(row: ScanRow, event: ScanEvent | EngineEvent<ScanDocument>): ScanRow {
  switch (event.type) {
    case 'saved':
      return { ...editRow(row, event.opId), projects_id: event.projectId, state: 'waiting' };
    case 'edited':
      return withChanges(row, event.changes, event.opId);
    case 'photo_replaced':
      return withNewPhoto(row, event.photo, event.opId);
    case 'new_photo_discarded':
      return withoutNewPhoto(row, event.opId);
    case 'retried':
      return withRetry(row, event.opId);
    case 'removed':
      return withRemoval(row, event.opId);
    case 'save_undone':
      return withSaveUndone(row, event.projectId, event.opId);
    case 'edit_imported':
      return withImportedEdit(row, event.row);
    case 'removal_imported':
      return { ...editRow(row, event.opId), state: 'waiting', deleted: true };
    case 'checked':
      return row.state === 'captured' ? { ...row, ...event.marks, isValidated: true } : row;
    case 'photo_sent':
      if (row.imageIdxDB !== event.photoId || row.imageSent) return row;
      return { ...row, imageSent: true, image_data: event.photoId };
    case 'photo_rejected':
      // If the scan has been detached from its project, the photo is uploaded again with the next project.
      return row.imageIdxDB === event.photoId && row.state === 'waiting'
        ? rejectScan(row, event.refusal)
        : row;
    case 'project_detached':
      return withoutProject(row, event.replacement, event.opId);
    case 'verdict':
      return withVerdict(row, event.verdict);
    case 'rejected':
      return row.op_id === event.edit && row.state === 'waiting'
        ? rejectScan(row, event.refusal)
        : row;
    case 'pulled':
      return mergeRows(row, event.row);
    case 'restored':
      return restoreRow(row, event);
  }
}

/** Starts a new edit. Keeps the id of the previous edit if that edit may have been sent. */
function editRow(row: ScanRow, opId: string): ScanRow {
  const mayHaveBeenSent = row.state === 'waiting';
  return {
    ...row,
    op_id: opId,
    prior_op_ids: mayHaveBeenSent ? lastEdits([...row.prior_op_ids, row.op_id]) : row.prior_op_ids,
    refusal: null,
  };
}

function withChanges(row: ScanRow, changes: ScanChanges, opId: string): ScanRow {
  const isCaptured = row.state === 'captured';
  // A photo or survey answer doesn't affect the registry's check.
  const needsRecheck = !isCaptured || changes.isValid !== undefined;
  const nextRow = {
    ...editRow(row, opId),
    ...(!needsRecheck && { refusal: row.refusal }),
    ...changes,
  };
  const isSamePhoto = nextRow.imageIdxDB === row.imageIdxDB;
  return {
    ...nextRow,
    serial_key: nextRow.serial_number ?? '',
    imageSent: isSamePhoto && row.imageSent,
    image_data: isSamePhoto ? row.image_data : null,
    replaced_photo: null,
    state: isCaptured ? 'captured' : 'waiting',
  };
}

/** Sends a rejected edit again. If the server didn't have the photo, uploads the photo again, too. */
function withRetry(row: ScanRow, opId: string): ScanRow {
  if (row.state !== 'refused') return row;
  const nextRow = row.refusal?.code === 'photo_not_found' ? withPhotoToResend(row) : row;
  return { ...editRow(nextRow, opId), state: 'waiting' };
}

/** Replaces the photo. Keeps the server's photo in case the server rejects the new one. */
function withNewPhoto(
  row: ScanRow,
  photo: Pick<ScanDocument, 'imageIdxDB' | 'photo_of'>,
  opId: string,
): ScanRow {
  const { image_data, photo_of = null } = row;
  return {
    ...withChanges(row, photo, opId),
    replaced_photo: row.replaced_photo ?? { image_data, photo_of },
  };
}

/** Restores the server's photo. If the server already has the new one, the next pull fetches it. */
function withoutNewPhoto(row: ScanRow, opId: string): ScanRow {
  if (row.replaced_photo === null || row.deleted) return row;
  const { image_data, photo_of } = row.replaced_photo;
  const photo = { image_data, photo_of, imageIdxDB: image_data, imageSent: image_data !== null };
  const previousRow = { ...row, ...photo, replaced_photo: null };
  // If a restored server lacks the scan, the scan is sent again with the server's previous photo.
  if (row.base_op_id === null) return { ...editRow(previousRow, opId), state: 'waiting' };
  return {
    ...previousRow,
    op_id: row.base_op_id,
    prior_op_ids: [],
    state: 'sent',
    refusal: null,
    isValidated: true,
    isValid: row.flag !== 'rejected',
  };
}

function withRemoval(row: ScanRow, opId: string): ScanRow {
  const isUnknownToServer =
    row.base_op_id === null && row.prior_op_ids.length === 0 && row.state !== 'waiting';
  // A `captured` tombstone isn't sent to the server, but a `waiting` one is.
  const state = isUnknownToServer ? 'captured' : 'waiting';
  return { ...editRow(row, opId), state, deleted: true };
}

/** Removes the scan if it is still in that project. Its photo moves to the scan that replaces it. */
function withSaveUndone(row: ScanRow, projectId: string, opId: string): ScanRow {
  if (row.deleted || row.state === 'captured' || row.projects_id !== projectId) return row;
  return { ...withRemoval(row, opId), imageIdxDB: null, imageSent: false };
}

/** Continues an edit that another phone made of the server's current version. Keeps the server's values. */
function withImportedEdit(row: ScanRow, importedRow: ScanRow): ScanRow {
  // The server may have an earlier edit of that phone.
  const edit = rebaseRow(importedRow, row.op_id);
  if (row.deleted || row.state !== 'sent' || row.base_op_id !== edit.base_op_id) return row;
  const { flag, rejection, points, campaign, updated_at } = row;
  return { ...edit, flag, rejection, points, campaign, updated_at };
}

function withoutProject(row: ScanRow, replacementId: string | null, opId: string): ScanRow {
  // A removal is still sent.
  if (row.deleted) return row;
  const nextRow = { ...editRow(row, opId), projects_id: replacementId ?? '', replaced_photo: null };
  if (replacementId !== null) return { ...nextRow, state: 'waiting' };
  // The values from the server's verdict are cleared, because the verdict was about the previous project.
  return {
    ...nextRow,
    state: 'captured',
    flag: null,
    rejection: null,
    points: 0,
    campaign: null,
  };
}

/**
 * Applies the server's verdict to the edit that it's about. If the scan has a newer edit, only updates the base of that
 * edit. The scan always stays visible, with the reason if it was rejected (F04, F05).
 */
function withVerdict(row: ScanRow, verdict: ScanVerdict): ScanRow {
  const { error, scan } = verdict;
  if (row.op_id !== verdict.op_id) return error === null ? rebaseRow(row, verdict.op_id) : row;
  if (row.state !== 'waiting') return row;
  if (error === null) return acceptScan(row, scan);
  if (error.code === 'conflict' && scan) {
    // The server has an earlier edit of this device whose response was lost: no conflict.
    if (row.prior_op_ids.includes(scan.op_id))
      return withServerView(rebaseRow(row, scan.op_id), scan);
    // A pull has updated the base in the meantime, so resend the edit on top of it.
    if (row.base_op_id === scan.op_id && !scan.deleted) return row;
  }
  const isNewPhoto = row.replaced_photo !== null && !row.deleted;
  // The product was accepted in the meantime, so the new photo isn't needed. It stays until the user discards it or a
  // reviewer requests a new photo.
  const isUnneeded = isNewPhoto && error.code === 'project_not_open' && isAccepted(scan);
  const refusal: ScanRefusal = {
    code: isUnneeded ? 'new_photo_not_needed' : error.code,
    message: error.message.slice(0, 500),
  };
  if (error.field !== undefined) refusal.field = error.field.slice(0, 64);
  if (error.earlier !== undefined) refusal.earlier = error.earlier;
  if (row.deleted && scan && !scan.deleted) return { ...fromServer(row, scan), refusal };
  const rejectedRow = rejectScan(row, refusal);
  return scan ? withServerView({ ...rejectedRow, base_op_id: scan.op_id }, scan) : rejectedRow;
}

function isAccepted(scan: ScanVerdict['scan']): boolean {
  return scan?.flag === 'valid' && !scan.deleted;
}

/**
 * Rebases the pending edit onto an earlier edit that the server has, and drops the edits before it.
 */
function rebaseRow(row: ScanRow, opId: string): ScanRow {
  const index = row.prior_op_ids.indexOf(opId);
  if (index < 0) return row;
  return { ...row, base_op_id: opId, prior_op_ids: row.prior_op_ids.slice(index + 1) };
}

function acceptScan(row: ScanRow, scan: ScanVerdict['scan']): ScanRow {
  if (scan && !row.deleted) return fromServer(row, scan);
  const updated_at = scan?.updated_at ?? row.updated_at;
  return {
    ...row,
    updated_at,
    state: 'sent',
    refusal: null,
    replaced_photo: null,
    base_op_id: row.op_id,
    prior_op_ids: [],
  };
}

/** Converts the server's scan, keeping local-only fields. */
function fromServer(local: ScanRow, scan: NonNullable<ScanVerdict['scan']>): ScanRow {
  const { requiresTagPhoto, requiresSurvey } = local;
  return { ...scanFromWire(scan), deleted: scan.deleted, requiresTagPhoto, requiresSurvey };
}

/** After these errors the server may have the edit anyway. */
const possiblyAcceptedCodes: ReadonlySet<string> = new Set(['unknown_shape', 'internal']);

/** Marks the scan as rejected, for the user to edit or discard. */
function rejectScan(row: ScanRow, refusal: ScanRefusal): ScanRow {
  const { prior_op_ids, op_id } = row;
  return {
    ...row,
    deleted: false,
    state: 'refused',
    refusal,
    prior_op_ids: possiblyAcceptedCodes.has(refusal.code)
      ? lastEdits([...prior_op_ids, op_id])
      : prior_op_ids,
    isValidated: true,
    isValid: false,
  };
}

/** Merges a pulled scan; never overwrites unsent work. */
function mergeRows(local: ScanRow, pulledRow: ScanRow): ScanRow {
  const { requiresTagPhoto, requiresSurvey } = local;
  const isOnServer = local.op_id === pulledRow.op_id && local.state !== 'captured';
  if (isOnServer || local.state === 'sent') {
    // A rejected removal keeps its reason while the server's scan is unchanged.
    const isUnchanged = local.state === 'sent' && local.base_op_id === pulledRow.op_id;
    return {
      ...pulledRow,
      requiresTagPhoto,
      requiresSurvey,
      refusal: isUnchanged ? local.refusal : null,
    };
  }
  return withServerView(rebaseRow(local, pulledRow.op_id), pulledRow);
}
