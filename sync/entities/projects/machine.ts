import { projectFromWire } from '#schemas/from-wire.ts';
import type {
  Project,
  ProjectClosing,
  ProjectDateEdit,
  ProjectDocument,
} from '#schemas/project.ts';
import { filterStatuses, isProjectOpen } from '#schemas/project-status.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { EngineEvent, RestoredEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { ProjectEvent } from './project-events.ts';
import {
  closingStage,
  creationEditId,
  fieldsFromForm,
  type ProjectRow,
  waitingDate,
} from './project-row.ts';

/** Marks a project as still to be created on the server. */
export function asUnsentProject(project: ProjectDocument): ProjectDocument {
  return { ...project, state: 'waiting', unbegun: true };
}

/**
 * Returns the project after an event; the same object if nothing changes. Pure, and the only writer of
 * `state`.
 */
export function nextProject(
  row: ProjectRow,
  event: ProjectEvent | EngineEvent<ProjectDocument>,
): ProjectRow {
  switch (event.type) {
    case 'edited':
      return correctProject(row, event.opId, fieldsFromForm(event.address));
    case 'date_changed':
      return changeDate(row, event);
    case 'date_withdrawn':
      return withoutDateEdit(row);
    case 'date_imported':
      return importDate(row, event.edit);
    case 'creation_retried':
      return row.unbegun ? withUpdatedState(row) : row;
    case 'correction_withdrawn':
      return withoutCorrection(row);
    case 'discarded':
      if (!row.unbegun || row.received) throw new SyncError('project_begun');
      return { ...withUpdatedState({ ...row, closing: null, unbegun: false }), deleted: true };
    case 'closed':
      if (!isProjectOpen(row.status.id)) throw new SyncError('project_not_open');
      if (row.closing?.released) throw new SyncError('closing_on_its_way');
      return withUpdatedState({
        ...row,
        closing: { uuid: event.opId, response: [...event.response], released: false },
      });
    case 'closing_cancelled':
      if (row.closing?.released) throw new SyncError('closing_on_its_way');
      return withoutClosing(row);
    case 'closing_released':
      if (closingStage(row) !== 'held' || row.closing === null) return row;
      return { ...row, closing: { ...row.closing, released: true } };
    case 'closing_imported':
      return importClosing(row, event.closing, event.refusal);
    case 'closing_moved':
      return row.closing === null && row.sent_closing === null
        ? withHeldClosing(row, event.closing)
        : row;
    case 'received':
      return row.closing === null && !row.unbegun
        ? withDateEdit(fromServer(row, event.project), row)
        : row;
    case 'dropped':
      return { ...row, deleted: true };
    case 'accepted':
      return acceptEdit(row, event.edit, event.project);
    case 'rejected':
      return withRejection(row, event.edit, event.refusal);
    case 'pulled':
      return mergeRows(row, event.row);
    case 'restored':
      return restoreRow(row, event);
  }
}

/** Edits the creation. Keeps the ids of the replaced edits, because the server may have received one of them. */
function correctProject(
  row: ProjectRow,
  opId: string,
  fields: Partial<ReturnType<typeof fieldsFromForm>>,
): ProjectRow {
  if (!row.unbegun) throw new SyncError('project_begun');
  const prior_op_ids = lastEdits([...row.prior_op_ids, creationEditId(row)]);
  return withUpdatedState({ ...row, ...fields, op_id: opId, prior_op_ids });
}

/** Sends the creation again as an edit that replaces nothing, so that the server responds with its own version. */
function withoutCorrection(row: ProjectRow): ProjectRow {
  const isCorrection = row.unbegun && row.prior_op_ids.length > 0;
  return isCorrection ? withUpdatedState({ ...row, op_id: row.uuid, prior_op_ids: [] }) : row;
}

function changeDate(
  row: ProjectRow,
  { opId, date, seenDate }: Extract<ProjectEvent, { type: 'date_changed' }>,
): ProjectRow {
  if (isNotFound(row)) throw new SyncError('project_not_found');
  if (!isProjectOpen(row.status.id)) throw new SyncError('project_not_open');
  if (row.lead !== null) throw new SyncError('date_immutable');
  if (row.closing !== null) throw new SyncError('closing_on_its_way');
  if (row.unbegun) return correctProject(row, opId, { installation_date: date });
  const server_date = row.date_edit ? row.date_edit.server_date : row.installation_date;
  // An earlier edit may have reached the server although its response was lost.
  const earlierDates = row.date_edit ? [...row.date_edit.known_dates, row.date_edit.date] : [];
  // While an edit is pending, the form shows its date, not the server's.
  const shownDates = waitingDate(row) ? [] : [server_date];
  const seenDates = seenDate === undefined ? shownDates : [seenDate];
  const known_dates = lastEdits([...new Set([...earlierDates, ...seenDates])]);
  const date_edit = { uuid: opId, date, known_dates, server_date };
  return withUpdatedState({ ...row, date_edit, date_refusal: null });
}

function importDate(row: ProjectRow, edit: ProjectDateEdit): ProjectRow {
  const isKnown = [row.date_edit?.uuid, row.sent_date?.uuid].includes(edit.uuid);
  if (isKnown || row.deleted || row.lead !== null || row.state !== 'synced') return row;
  return withDateEdit(row, { ...row, date_edit: edit });
}

/** Returns the project with the server's date. A rejected closing isn't sent again. */
function withoutDateEdit(row: ProjectRow): ProjectRow {
  if (row.date_edit === null) return row;
  const updatedRow = {
    ...row,
    installation_date: row.date_edit.server_date,
    date_edit: null,
    date_refusal: null,
  };
  if (row.state === 'refused' && row.closing !== null) return updatedRow;
  return { ...withUpdatedState(updatedRow), deleted: row.deleted || isNotFound(row) };
}

/**
 * Returns the server's project with the local date edit, which stays pending or rejected even if the project has ended
 * in the meantime. A date that was part of a recreation is sent on its own if another phone recreated the project
 * without that date (F43).
 */
function withDateEdit(server: ProjectRow, local: ProjectRow): ProjectRow {
  const date_edit = local.unbegun ? lostDate(local, server) : local.date_edit;
  const isRemoved = local.deleted || (local.unbegun && server.deleted);
  if (date_edit === null || isRemoved) return server;
  const date_refusal = dateRefusal(server, local);
  if (date_refusal !== null && date_edit.date === server.installation_date) return server;
  return withUpdatedState({
    ...server,
    deleted: false,
    date_edit: { ...date_edit, server_date: server.installation_date },
    date_refusal,
  });
}

/** Returns the reason why the server rejects the local date; null if there is none so far. */
function dateRefusal(server: ProjectRow, { date_refusal }: ProjectRow): Refusal | null {
  if (server.deleted) return { code: NOT_FOUND, message: '' };
  // A pulled project is no longer "not found".
  const earlierRefusal = date_refusal?.code === NOT_FOUND ? null : date_refusal;
  if (isProjectOpen(server.status.id)) return earlierRefusal;
  return earlierRefusal ?? { code: 'project_not_open', message: '' };
}

/**
 * Sets the state: `waiting` if there is something to send, `refused` if only a rejected date is left, else `synced`.
 * Shows a pending date, but replaces a rejected date with the server's date.
 */
function withUpdatedState(row: ProjectRow): ProjectRow {
  const { closing, unbegun, date_edit, date_refusal } = row;
  const dateEdit = waitingDate(row);
  const shownDate = date_edit
    ? (dateEdit ?? { date: date_edit.server_date }).date
    : row.installation_date;
  const rowWithDate = { ...row, installation_date: shownDate };
  if (closing !== null || unbegun || dateEdit !== null)
    return { ...rowWithDate, state: 'waiting', refusal: null };
  return { ...rowWithDate, state: date_refusal ? 'refused' : 'synced', refusal: date_refusal };
}

/**
 * Removes the closing. Also deletes the project if the server no longer has it and nothing is left
 * to decide.
 */
function withoutClosing(row: ProjectRow): ProjectRow {
  const updatedRow = { ...row, closing: null };
  // A pending creation is decided on separately.
  if (row.unbegun) return updatedRow;
  return isNotFound(row) && row.date_edit === null
    ? { ...withUpdatedState(updatedRow), deleted: true }
    : withUpdatedState(updatedRow);
}

function importClosing(
  row: ProjectRow,
  closing: ProjectClosing,
  refusal: Refusal | null,
): ProjectRow {
  // The server has accepted the closing, even if an older page still shows the project as open.
  if (row.sent_closing?.uuid === closing.uuid) return row;
  if (row.closing !== null || !isProjectOpen(row.status.id)) return row;
  const heldRow = { ...row, closing: { ...closing, released: false } };
  // A "not found" from the file is outdated, and the server decides on a closing only after the
  // creation and the date.
  const isUndecided = row.unbegun || waitingDate(row) !== null;
  const isPending = refusal === null || refusal.code === NOT_FOUND || isUndecided;
  return isPending ? withUpdatedState(heldRow) : { ...heldRow, state: 'refused', refusal };
}

/**
 * Holds an unsent closing, or rejects it if someone else has closed the project. Its products are then rejected too, so
 * a held closing would never be sent.
 */
function withHeldClosing(row: ProjectRow, closing: ProjectClosing): ProjectRow {
  const heldRow = withUpdatedState({ ...row, closing: { ...closing, released: false } });
  const isUndecided = row.unbegun || waitingDate(row) !== null;
  // The server may have accepted this very closing although its response was lost.
  const isAccepted = row.op_id === closing.uuid;
  if (isUndecided || isAccepted || isProjectOpen(row.status.id)) return heldRow;
  return { ...heldRow, state: 'refused', refusal: { code: 'project_not_open', message: '' } };
}

function fromServer(row: ProjectRow, project: Project): ProjectRow {
  return { ...projectFromWire(project), deleted: project.deleted, ...sentEdits(row, project) };
}

/** Returns this device's accepted edits, which are kept in case a restored server lacks them (F43). */
function sentEdits(row: ProjectRow, server: Pick<ProjectRow, 'deleted'>) {
  const { sent_closing, sent_date, unbegun, prior_op_ids: earlierIds } = row;
  if (row.deleted || server.deleted) return { sent_closing, sent_date, prior_op_ids: [] };
  const isCorrected = unbegun && earlierIds.length > 0;
  const prior_op_ids = isCorrected ? lastEdits([...earlierIds, creationEditId(row)]) : earlierIds;
  return { sent_closing, sent_date, prior_op_ids };
}

/** Returns the fields that make the server recreate the project with the same edit as before. */
function recreationFields(row: ProjectRow) {
  const { unbegun, op_id, prior_op_ids } = row;
  const date = creationDateFields(row);
  if (unbegun) return { ...date, unbegun, op_id, prior_op_ids };
  // The last edit is the one that the server accepted.
  const edit = prior_op_ids.at(-1) ?? op_id;
  return { ...date, unbegun: true, op_id: edit, prior_op_ids: prior_op_ids.slice(0, -1) };
}

function acceptEdit(row: ProjectRow, edit: string, project: Project): ProjectRow {
  const { closing, date_edit } = row;
  if (date_edit?.uuid === edit && !row.unbegun)
    return withUpdatedState({ ...fromServer(row, project), closing, sent_date: date_edit });
  if (closing?.uuid === edit) {
    const sent_closing = { uuid: edit, response: closing.response };
    return withDateEdit({ ...fromServer(row, project), sent_closing }, row);
  }
  if (!row.unbegun || creationEditId(row) !== edit) return row;
  return withUpdatedState({ ...withDateEdit(fromServer(row, project), row), closing });
}

/** Marks the date, closing or creation as rejected. Keeps the date and the answers, so that they can be resent. */
function withRejection(row: ProjectRow, edit: string, refusal: Refusal): ProjectRow {
  const { closing } = row;
  const date = waitingDate(row);
  if (date?.uuid === edit && row.state === 'waiting' && !row.unbegun) {
    // Closing the project doesn't wait for the user's decision about its date.
    return withUpdatedState({ ...row, date_refusal: refusal });
  }
  // If the project still has to be recreated, a verdict on its closing is from before the server was restored and is
  // ignored. The date is also sent before the closing.
  const expectedEdit = row.unbegun ? creationEditId(row) : (date ?? closing)?.uuid;
  if (row.state !== 'waiting' || expectedEdit !== edit) return row;
  const heldRow = { ...row, closing: closing && { ...closing, released: false } };
  return { ...heldRow, state: 'refused', refusal };
}

/** Merges a pulled project with the local, undecided closing. */
function mergeRows(local: ProjectRow, pulledRow: ProjectRow): ProjectRow {
  const { state, closing, refusal } = local;
  if (isCorrectionOf(local, pulledRow))
    return local.received ? local : { ...local, received: true };
  const updatedRow = withDateEdit({ ...pulledRow, ...sentEdits(local, pulledRow) }, local);
  if (closing === null) return updatedRow;
  if (pulledRow.deleted) {
    // The answers stay visible, with the reason for the rejection.
    return withNotFoundError({
      ...updatedRow,
      deleted: false,
      closing: { ...closing, released: false },
    });
  }
  // A pulled project is no longer "not found": someone else may have recreated it.
  if (state === 'refused' && !local.unbegun && !isNotFound(local))
    return { ...updatedRow, state, closing, refusal };
  // The server may have received a released closing already.
  return closing.released
    ? withUpdatedState({ ...updatedRow, closing })
    : withHeldClosing(updatedRow, closing);
}

/** True if the unsent local edit replaces the server's version, which has another edit id if it was closed since. */
function isCorrectionOf(local: ProjectRow, pulledRow: ProjectRow): boolean {
  const { unbegun, deleted, prior_op_ids } = local;
  if (!unbegun || deleted || pulledRow.deleted || prior_op_ids.length === 0) return false;
  return prior_op_ids.includes(pulledRow.op_id) || !isOpenOnServer(pulledRow);
}

/** Makes a restored server recreate a missing project, and close the project again if it's open there (F43). */
function restoreRow(row: ProjectRow, { server, awaitsLead }: RestoredEvent): ProjectRow {
  if (row.deleted || row.awaits_lead !== null) return row;
  const lastClosing = row.closing ?? (isProjectOpen(row.status.id) ? null : row.sent_closing);
  const closing = lastClosing && { ...lastClosing, released: false };
  if (server === null) {
    if (awaitsLead !== undefined)
      return { ...withUpdatedState({ ...row, closing }), awaits_lead: awaitsLead };
    if (row.lead === null)
      return withUpdatedState({ ...row, ...recreationFields(row), closing, received: false });
    // The project comes from a lead, so another phone recreates it by resending the lead's edits.
    return withNotFoundError({ ...row, closing });
  }
  if (!isOpenOnServer(server)) return row;
  const recreatedFields = recreationFields(row);
  // The backup has the version that an accepted correction replaced.
  if (!row.unbegun && recreatedFields.prior_op_ids.includes(server.op_id))
    return withUpdatedState({ ...row, ...recreatedFields, closing, received: true });
  // Until the project is recreated, the date is part of its creation.
  const date_edit = row.unbegun ? null : (row.date_edit ?? lostDate(row, server));
  const isUnchanged = closing === null && date_edit === row.date_edit;
  return isUnchanged ? row : withUpdatedState({ ...row, closing, date_edit });
}

/** Makes the date part of the creation. Keeps it in `sent_date` too, in case another phone's creation arrives first. */
function creationDateFields({ date_edit, sent_date, installation_date }: ProjectRow) {
  return {
    installation_date: date_edit ? date_edit.date : installation_date,
    date_edit: null,
    date_refusal: null,
    sent_date: date_edit ?? sent_date,
  };
}

/** Returns the last date set on this device if it's current and the restored server lacks it. */
function lostDate(
  { sent_date, installation_date }: ProjectRow,
  { installation_date: serverDate = null }: Pick<RestoredEntity, 'installation_date'>,
): ProjectDateEdit | null {
  if (sent_date === null || sent_date.date !== installation_date) return null;
  return serverDate === sent_date.date ? null : { ...sent_date, server_date: serverDate };
}

const NOT_FOUND = 'project_not_found';

function withNotFoundError(row: ProjectRow): ProjectRow {
  return { ...row, state: 'refused', refusal: { code: NOT_FOUND, message: '' } };
}

function isNotFound({ state, refusal }: ProjectRow): boolean {
  return state === 'refused' && refusal?.code === NOT_FOUND;
}

function isOpenOnServer({ status }: RestoredEntity): boolean {
  if (typeof status !== 'object' || status === null || !('id' in status)) return false;
  return filterStatuses.open.some((open) => open === status.id);
}
