import type { AttachmentVerdict } from '#schemas/api/attachment-calls.ts';
import {
  type Attachment,
  type AttachmentDocument,
  type ChangeableField,
  changeableFields,
} from '#schemas/attachment.ts';
import { attachmentFromWire } from '#schemas/from-wire.ts';
import { newestFirstKey } from '#schemas/primitives.ts';
import { type EngineEvent, isLostOnServer, type RestoredEvent } from '#sync/engine/entity-sync.ts';
import type { AttachmentRow } from './attachment-row.ts';

/** New values of fields that can be changed later. */
export type AttachmentChanges = Partial<Pick<AttachmentDocument, ChangeableField>>;

/** Fields of a new attachment. */
type NewAttachment = Pick<
  AttachmentDocument,
  | 'uuid'
  | 'op_id'
  | 'project_id'
  | 'kind'
  | 'group'
  | 'caption'
  | 'media_type'
  | 'bytes'
  | 'sha256'
  | 'created_by'
>;

/** Events of an attachment. `opId` is the id of the edit that the event creates. */
export type AttachmentEvent =
  | { readonly type: 'edited'; readonly changes: AttachmentChanges; readonly opId: string }
  /** Resends a rejected edit or content unchanged. */
  | { readonly type: 'retried'; readonly opId: string }
  | { readonly type: 'removed'; readonly opId: string }
  /** The server has deleted the attachment together with its project. */
  | { readonly type: 'project_deleted' }
  /** Unsent work from an imported file. */
  | { readonly type: 'imported'; readonly row: AttachmentRow }
  | { readonly type: 'verdict'; readonly verdict: AttachmentVerdict }
  /** The server has the whole content. */
  | { readonly type: 'content_sent' }
  /** The server doesn't accept the content, or this device can no longer read it. */
  | { readonly type: 'content_rejected'; readonly code: string };

/**
 * Creates an attachment whose content is on this device.
 * @param now milliseconds since 1970
 */
export function newAttachment(fields: NewAttachment, now: number): AttachmentDocument {
  const time = new Date(now).toISOString();
  return {
    ...fields,
    created_at: time,
    updated_at: time,
    captured_at: time,
    has_content: false,
    state: 'waiting',
    refusal: null,
    base_op_id: null,
    changed: [],
    sends_content: true,
    added_here: true,
    resent: false,
    document: null,
    newest_first: newestFirstKey(now),
  };
}

/**
 * Returns the attachment after an event; the same object if nothing changes. Pure, and the only writer of `state`.
 */
export function nextAttachment(
  row: AttachmentRow,
  event: AttachmentEvent | EngineEvent<AttachmentDocument>,
): AttachmentRow {
  switch (event.type) {
    case 'edited':
      return withState({
        ...row,
        ...event.changes,
        changed: mergeChangedFields(row, event.changes),
        op_id: event.opId,
        refusal: null,
        resent: false,
      });
    case 'retried':
      return row.state === 'refused' ? retryRow(row, event.opId) : row;
    case 'removed':
      return markRemoved({ ...row, op_id: event.opId }, 'waiting');
    case 'project_deleted':
      return row.deleted ? row : markRemoved(row, 'sent');
    case 'imported':
      return importRow(row, event.row);
    case 'verdict':
      return withVerdict(row, event.verdict);
    case 'rejected':
      return event.edit === row.op_id && row.state === 'waiting'
        ? { ...row, state: 'refused', refusal: event.refusal }
        : row;
    case 'content_sent':
      return withState({ ...row, has_content: true, sends_content: false });
    case 'content_rejected':
      if (row.deleted || !row.sends_content) return row;
      return { ...row, state: 'refused', refusal: { code: event.code, message: '' } };
    case 'pulled':
      return mergeRows(row, event.row);
    case 'restored':
      return restoreRow(row, event);
  }
}

/**
 * Sets the state: `waiting` if there is something to send, else `sent`. A rejection stays open
 * until the user decides.
 */
function withState(row: AttachmentRow): AttachmentRow {
  if (row.deleted || row.refusal !== null) return row;
  const isWaiting = !isAcknowledged(row) || row.sends_content;
  return { ...row, state: isWaiting ? 'waiting' : 'sent' };
}

/** Returns the fields changed by the unsent edit and by `changes`; null if the unsent edit replaces all fields. */
function mergeChangedFields(row: AttachmentRow, changes: AttachmentChanges) {
  const earlierFields = isAcknowledged(row) ? [] : (row.changed ?? null);
  if (earlierFields === null) return null;
  return changeableFields.filter((field) => earlierFields.includes(field) || field in changes);
}

/** True if the server has the last edit. */
function isAcknowledged({ op_id, base_op_id }: AttachmentRow): boolean {
  return op_id === base_op_id;
}

/**
 * Resends a rejected edit under a new id. If only the content was rejected, the server already has the edit, so the
 * edit keeps its id.
 */
function retryRow(row: AttachmentRow, opId: string): AttachmentRow {
  const op_id = isAcknowledged(row) ? row.op_id : opId;
  return withState({ ...row, op_id, refusal: null, resent: false });
}

function markRemoved(row: AttachmentRow, state: 'waiting' | 'sent'): AttachmentRow {
  const base_op_id = state === 'sent' ? row.op_id : row.base_op_id;
  return {
    ...row,
    base_op_id,
    state,
    refusal: null,
    sends_content: false,
    resent: false,
    deleted: true,
  };
}

/**
 * Adds unsent work from an imported file: a removal, the content, or an edit that is based on the stored version.
 */
function importRow(row: AttachmentRow, file: AttachmentRow): AttachmentRow {
  if (row.deleted) return row;
  if (file.deleted) return markRemoved({ ...row, op_id: file.op_id }, 'waiting');
  const hasContent = file.sends_content && !row.has_content && !row.sends_content;
  const hasEdit = !isAcknowledged(file) && file.base_op_id === row.op_id;
  if (!hasContent && !hasEdit) return row;
  const { op_id, caption, group } = file;
  const changed = isAcknowledged(row) ? file.changed : null;
  return withState({
    ...row,
    ...(hasContent && { sends_content: true, added_here: true }),
    ...(hasEdit && { op_id, caption, group, changed }),
  });
}

/**
 * Applies the server's verdict to the edit that it's about. The last edit wins, so a conflicting edit is sent again.
 */
function withVerdict(row: AttachmentRow, { op_id, error, attachment }: AttachmentVerdict) {
  if (error === null) return acceptEdit(row, op_id, attachment);
  if (row.op_id !== op_id || row.state !== 'waiting') return row;
  if (error.code === 'conflict' && attachment) {
    const server = rowFromServer(attachment);
    // The server keeps a signed handover sheet, so the sheet returns to this device.
    return row.deleted ? server : mergeRows(row, server);
  }
  const refusal = { code: error.code, message: error.message.slice(0, 500) };
  return { ...row, state: 'refused', refusal } satisfies AttachmentRow;
}

function acceptEdit(row: AttachmentRow, editId: string, server: Attachment | null): AttachmentRow {
  if (row.deleted) return row.op_id === editId ? markRemoved(row, 'sent') : row;
  return server ? mergeRows(row, rowFromServer(server)) : row;
}

function rowFromServer(server: Attachment): AttachmentRow {
  return { ...attachmentFromWire(server), deleted: server.deleted };
}

/** Merges the server's attachment with unsent content and an unsent edit. The edit is rebased onto the attachment. */
function mergeRows(local: AttachmentRow, server: AttachmentRow): AttachmentRow {
  if (server.deleted) return server;
  const sends_content = local.sends_content && !server.has_content;
  if (local.deleted && local.state === 'waiting') return { ...local, base_op_id: server.op_id };
  const edit = rebaseEdit(local, server);
  // A rejection still applies while the rejected edit or content is unsent.
  const keepsRefusal = edit !== null || sends_content;
  const { refusal, added_here } = local;
  const nextRow: AttachmentRow = {
    ...server,
    ...edit,
    sends_content,
    added_here,
    refusal: keepsRefusal ? refusal : null,
  };
  return nextRow.refusal === null ? withState(nextRow) : { ...nextRow, state: 'refused' };
}

/** Returns the fields of the unsent edit, based on the server's version; null if there is nothing left to send. */
function rebaseEdit(local: AttachmentRow, server: AttachmentRow): Partial<AttachmentRow> | null {
  const { op_id, caption, group } = local;
  if (isAcknowledged(local) || op_id === server.op_id || isOutdated(local, server)) return null;
  const changed = local.changed ?? null;
  const wholeEdit = { ...resentVersionFields(local), op_id, caption, group, changed };
  // An earlier request with this base may still change the server.
  if (local.resent || server.op_id === local.base_op_id) return wholeEdit;
  const differingFields = (changed ?? changeableFields).filter(
    (field) => local[field] !== server[field],
  );
  if (differingFields.length === 0) return null;
  return {
    op_id,
    caption: differingFields.includes('caption') ? caption : server.caption,
    group: differingFields.includes('group') ? group : server.group,
    changed: differingFields,
  };
}

/** True if a colleague has already sent the same or a newer version to the restored server. */
function isOutdated({ resent, updated_at }: AttachmentRow, server: AttachmentRow): boolean {
  return resent && Date.parse(server.updated_at) >= Date.parse(updated_at);
}

/** Returns the fields that keep the timestamp of a resent version; false for any other version. */
function resentVersionFields({ resent, updated_at }: AttachmentRow) {
  return resent && { resent, updated_at };
}

/** Resends data that a restored server lacks (F43): the attachment, and any content added on this device. */
function restoreRow(row: AttachmentRow, { server }: RestoredEvent): AttachmentRow {
  const isSettled = row.resent || isAcknowledged(row);
  const knownOpId = isSettled ? row.op_id : row.base_op_id;
  const isLost = isLostOnServer({ op_id: knownOpId, updated_at: row.updated_at }, server);
  const base_op_id = isLost ? (server?.op_id ?? null) : knownOpId;
  if (row.deleted) return isLost ? { ...row, base_op_id, state: 'waiting' } : row;
  const has_content = server?.has_content === true;
  const sends_content = row.added_here && !has_content;
  const resent = isLost && isSettled;
  // The server has also lost the values of the fields that the edit doesn't change.
  const changed = isLost ? null : (row.changed ?? null);
  return withState({ ...row, base_op_id, has_content, sends_content, resent, changed });
}
