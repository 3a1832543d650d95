import { scanFromWire } from '#schemas/from-wire.ts';
import type { ScanVerdict } from '#schemas/api/scan-calls.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { PhotoSubject, ScanDocument, ScanRefusal } from '#schemas/scan.ts';
import type { ScanMarks } from '#schemas/scan-marks.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import { type EngineEvent, isLostOnServer, type RestoredEvent } from '#sync/engine/entity-sync.ts';
import type { ScanRow } from './scan-row.ts';

/** What the person captured with the camera or typed. */
export interface CapturedScan {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  /** Null for a generic scan. */
  readonly serial_number: string | null;
  readonly is_unique: boolean;
  readonly manual: boolean;
  /** Answers to the product question, as JSON text. */
  readonly survey?: string | null;
  /** From `photos.keep`. */
  readonly imageIdxDB?: string | null;
  /** What that photo shows. */
  readonly photo_of?: PhotoSubject | null | undefined;
  readonly requiresTagPhoto?: boolean;
  readonly requiresSurvey?: boolean;
  readonly confirmed?: boolean;
  readonly isValidated?: boolean;
  readonly isValid?: boolean | null;
  /** Why it is not valid. */
  readonly refusal?: ScanMarks['refusal'];
}
export type ScanChanges = Partial<CapturedScan> & { readonly projects_id?: string };

/** What happens to a scan; `opId` names the edit that it makes. */
export type ScanEvent =
  /** The person put it into a project. */
  | { readonly type: 'saved'; readonly projectId: string; readonly opId: string }
  | { readonly type: 'mended'; readonly changes: ScanChanges; readonly opId: string }
  /** After a refusal, as it is. */
  | { readonly type: 'retried'; readonly opId: string }
  | { readonly type: 'removed'; readonly opId: string }
  /** The person took back that it was saved to this project: a new one stands in the batch for it. */
  | { readonly type: 'taken_back'; readonly projectId: string; readonly opId: string }
  /** The same, in a file of unsent work: the server is told in any case. */
  | { readonly type: 'removal_imported'; readonly opId: string }
  /** The registry's word on what was captured: marks on this device alone. */
  | { readonly type: 'checked'; readonly marks: ScanMarks }
  | { readonly type: 'photo_sent'; readonly photoId: string }
  | { readonly type: 'photo_refused'; readonly photoId: string; readonly refusal: Refusal }
  /** The server will never have its project: it goes to another, or waits for the person to choose. */
  | {
      readonly type: 'project_given_up';
      readonly replacement: string | null;
      readonly opId: string;
    }
  | { readonly type: 'judged'; readonly verdict: ScanVerdict };

/** A scan that this device has just read. */
export function newScan(
  captured: CapturedScan,
  { uuid, opId, now }: { uuid: string; opId: string; now: number },
): ScanDocument {
  const at = new Date(now).toISOString();
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
    ...captured,
    uuid,
    op_id: opId,
    created_at: at,
    updated_at: at,
    projects_id: '',
    image_data: null,
    time: now,
    flag: null,
    points: 0,
    state: 'captured',
    newest_first: newestFirstKey(now),
    imageSent: false,
    serial_key: captured.serial_number ?? '',
    base_op_id: null,
    prior_op_ids: [],
  };
}

/**
 * What stands in the batch again for a scan whose saving was taken back. It has an id of its own, because the server may
 * have the other one already, and what was removed there stays removed.
 * @param before as it was when it was saved
 * @param photo where its photograph is now
 */
export function recapturedScan(
  before: ScanDocument,
  photo: Pick<ScanDocument, 'imageIdxDB' | 'imageSent'>,
  { uuid, opId }: { readonly uuid: string; readonly opId: string },
): ScanDocument {
  return {
    ...before,
    ...photo,
    uuid,
    op_id: opId,
    projects_id: '',
    image_data: photo.imageSent ? photo.imageIdxDB : null,
    flag: null,
    points: 0,
    state: 'captured',
    base_op_id: null,
    prior_op_ids: [],
  };
}

/** A scan after an event; the very same where nothing changes. Pure. Nobody else writes its `state`. */
export function nextScan(row: ScanRow, event: ScanEvent | EngineEvent<ScanDocument>): ScanRow {
  switch (event.type) {
    case 'saved':
      return { ...edited(row, event.opId), projects_id: event.projectId, state: 'waiting' };
    case 'mended':
      return mended(row, event.changes, event.opId);
    case 'retried':
      return row.state === 'refused' ? { ...edited(row, event.opId), state: 'waiting' } : row;
    case 'removed':
      return removed(row, event.opId);
    case 'taken_back':
      return takenBack(row, event.projectId, event.opId);
    case 'removal_imported':
      return { ...edited(row, event.opId), state: 'waiting', deleted: true };
    case 'checked':
      return row.state === 'captured' ? { ...row, ...event.marks, isValidated: true } : row;
    case 'photo_sent':
      if (row.imageIdxDB !== event.photoId || row.imageSent) return row;
      return { ...row, imageSent: true, image_data: event.photoId };
    case 'photo_refused':
      return row.imageIdxDB === event.photoId ? refused(row, event.refusal) : row;
    case 'project_given_up':
      return givenUp(row, event.replacement, event.opId);
    case 'judged':
      return judged(row, event.verdict);
    case 'refused':
      return row.op_id === event.edit && row.state === 'waiting'
        ? refused(row, event.refusal)
        : row;
    case 'pulled':
      return merged(row, event.row);
    case 'restored':
      return restored(row, event);
  }
}

/** A new edit of the scan: the one before is remembered where it may have been sent. */
function edited(row: ScanRow, opId: string): ScanRow {
  const mayBeSent = row.state === 'waiting';
  return {
    ...row,
    op_id: opId,
    prior_op_ids: mayBeSent ? lastEdits([...row.prior_op_ids, row.op_id]) : row.prior_op_ids,
    refusal: null,
  };
}

function mended(row: ScanRow, changes: ScanChanges, opId: string): ScanRow {
  const isCaptured = row.state === 'captured';
  // A photo or an answer changes nothing of what the registry said.
  const isJudgedAnew = !isCaptured || changes.isValid !== undefined;
  const next = {
    ...edited(row, opId),
    ...(!isJudgedAnew && { refusal: row.refusal }),
    ...changes,
  };
  const isSamePhoto = next.imageIdxDB === row.imageIdxDB;
  return {
    ...next,
    serial_key: next.serial_number ?? '',
    imageSent: isSamePhoto && row.imageSent,
    image_data: isSamePhoto ? row.image_data : null,
    state: isCaptured ? 'captured' : 'waiting',
  };
}

function removed(row: ScanRow, opId: string): ScanRow {
  const isUnknownToServer =
    row.base_op_id === null && row.prior_op_ids.length === 0 && row.state !== 'waiting';
  // A captured tombstone is of no interest to the server; a waiting one is told to it.
  const state = isUnknownToServer ? 'captured' : 'waiting';
  return { ...edited(row, opId), state, deleted: true };
}

/** Only what is still in that project: its photograph goes with the one that takes its place. */
function takenBack(row: ScanRow, projectId: string, opId: string): ScanRow {
  if (row.deleted || row.state === 'captured' || row.projects_id !== projectId) return row;
  return { ...removed(row, opId), imageIdxDB: null, imageSent: false };
}

function givenUp(row: ScanRow, replacement: string | null, opId: string): ScanRow {
  const next = { ...edited(row, opId), projects_id: replacement ?? '' };
  if (replacement !== null) return { ...next, state: 'waiting' };
  // What the server thought of it was about that project.
  return { ...next, state: 'captured', flag: null, points: 0 };
}

/**
 * Applies the server's verdict to the very edit that it is about; of a newer one it only says what that
 * builds on. Whatever the server says, the scan stays visible, with the reason where it was refused
 * (F04, F05).
 */
function judged(row: ScanRow, verdict: ScanVerdict): ScanRow {
  const { error, scan } = verdict;
  if (row.op_id !== verdict.op_id) return error === null ? basedOn(row, verdict.op_id) : row;
  if (row.state !== 'waiting') return row;
  if (error === null) return accepted(row, scan);
  if (error.code === 'conflict' && scan) {
    // The server has an earlier edit of this very device, whose answer was lost: no conflict at all.
    if (row.prior_op_ids.includes(scan.op_id)) return basedOn(row, scan.op_id);
    // A pull has said so meanwhile: the edit goes out once more, on that base.
    if (row.base_op_id === scan.op_id && !scan.deleted) return row;
  }
  const refusal: ScanRefusal = { code: error.code, message: error.message.slice(0, 500) };
  if (error.field !== undefined) refusal.field = error.field.slice(0, 64);
  if (error.earlier !== undefined) refusal.earlier = error.earlier;
  if (row.deleted && scan && !scan.deleted) return { ...ofServer(row, scan), refusal };
  return { ...refused(row, refusal), base_op_id: scan?.op_id ?? row.base_op_id };
}

/** The server is known to have an earlier edit of this device: the ones before it are of no interest. */
function basedOn(row: ScanRow, opId: string): ScanRow {
  const at = row.prior_op_ids.indexOf(opId);
  if (at < 0) return row;
  return { ...row, base_op_id: opId, prior_op_ids: row.prior_op_ids.slice(at + 1) };
}

function accepted(row: ScanRow, scan: ScanVerdict['scan']): ScanRow {
  if (scan && !row.deleted) return ofServer(row, scan);
  const updated_at = scan?.updated_at ?? row.updated_at;
  return {
    ...row,
    updated_at,
    state: 'sent',
    refusal: null,
    base_op_id: row.op_id,
    prior_op_ids: [],
  };
}

/** The server's scan, with what only this device knows of it. */
function ofServer(local: ScanRow, scan: NonNullable<ScanVerdict['scan']>): ScanRow {
  const { requiresTagPhoto, requiresSurvey } = local;
  return { ...scanFromWire(scan), deleted: scan.deleted, requiresTagPhoto, requiresSurvey };
}

/** Of these nobody knows whether the server has the edit all the same. */
const mayBeTaken: ReadonlySet<string> = new Set(['unknown_shape', 'internal']);

/** The scan as refused, for the person to mend or to discard. */
function refused(row: ScanRow, refusal: ScanRefusal): ScanRow {
  const { prior_op_ids, op_id } = row;
  return {
    ...row,
    deleted: false,
    state: 'refused',
    refusal,
    prior_op_ids: mayBeTaken.has(refusal.code) ? lastEdits([...prior_op_ids, op_id]) : prior_op_ids,
    isValidated: true,
    isValid: false,
  };
}

/** Merges what a pull brought: unsent work is never overwritten. */
function merged(local: ScanRow, pulled: ScanRow): ScanRow {
  const { requiresTagPhoto, requiresSurvey } = local;
  const isDone = local.op_id === pulled.op_id && local.state !== 'captured';
  if (isDone || local.state === 'sent') {
    // The refusal of a removal stays readable while the server's scan is still the same one.
    const isSame = local.state === 'sent' && local.base_op_id === pulled.op_id;
    return { ...pulled, requiresTagPhoto, requiresSurvey, refusal: isSame ? local.refusal : null };
  }
  return basedOn(local, pulled.op_id);
}

/** Sends again what a restored server lost: what was saved, mended or taken back (F43). */
function restored(row: ScanRow, { server }: RestoredEvent): ScanRow {
  const { base_op_id, updated_at } = row;
  if (row.state === 'captured' || !isLostOnServer({ op_id: base_op_id, updated_at }, server))
    return row;
  const base = { ...row, base_op_id: server?.op_id ?? null };
  // What waits is sent anyway, now on what the server has; what was refused is for the person.
  return row.state === 'sent' ? { ...base, state: 'waiting', refusal: null } : base;
}
