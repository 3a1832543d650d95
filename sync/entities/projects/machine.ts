import { projectFromWire } from '#schemas/from-wire.ts';
import type { Project, ProjectClosing, ProjectCreate, ProjectDocument } from '#schemas/project.ts';
import { filterStatuses, isOpen } from '#schemas/project-status.ts';
import type { Refusal } from '#schemas/refusal.ts';
import type { SurveyResponse } from '#schemas/survey.ts';
import type { EngineEvent, RestoredEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import { SyncError } from '../../store/sync-error.ts';
import { creationEditId, type ProjectRow } from './project-row.ts';

/** What happens to a project. */
export type ProjectEvent =
  /** Another address or name for one that the server does not have. */
  | { readonly type: 'corrected'; readonly opId: string; readonly begin: ProjectCreate }
  /** After the server would not begin it: once more, as it is. */
  | { readonly type: 'beginning_retried' }
  /** One that the server does not have is given up, with its closing. */
  | { readonly type: 'discarded' }
  /** The person answered its survey; held until all of its products are settled. */
  | { readonly type: 'closed'; readonly opId: string; readonly response: SurveyResponse }
  | { readonly type: 'closing_withdrawn' }
  /** Nothing holds its closing any more: it goes to the server, and can't be withdrawn. */
  | { readonly type: 'closing_released' }
  /** A closing from a file of unsent work. */
  | {
      readonly type: 'closing_imported';
      readonly closing: ProjectClosing;
      readonly refusal: Refusal | null;
    }
  /** The server's answer to a request of the person's: a project begun, or changed. */
  | { readonly type: 'noted'; readonly project: Project }
  | { readonly type: 'given_up' }
  /** The server took an edit, by its id. */
  | { readonly type: 'taken'; readonly edit: string; readonly project: Project };

/** A project that the server does not have, to be begun there. */
export function asUnsentProject(project: ProjectDocument): ProjectDocument {
  return { ...project, state: 'waiting', unbegun: true };
}

/** How far the closing of a project is; null where none is asked for. */
export type ClosingStage = 'held' | 'sending' | 'refused';

export function closingStage({
  closing,
  state,
}: Pick<ProjectDocument, 'closing' | 'state'>): ClosingStage | null {
  if (closing === null) return null;
  if (state === 'refused') return 'refused';
  return closing.released ? 'sending' : 'held';
}

/** A project after an event; the very same where nothing changes. Pure. Nobody else writes its `state`. */
export function nextProject(
  row: ProjectRow,
  event: ProjectEvent | EngineEvent<ProjectDocument>,
): ProjectRow {
  switch (event.type) {
    case 'corrected':
      return corrected(row, event.opId, event.begin);
    case 'beginning_retried':
      return row.unbegun ? waiting(row) : row;
    case 'discarded':
      if (!row.unbegun || row.received) throw new SyncError('project_begun');
      return { ...waiting({ ...row, closing: null, unbegun: false }), deleted: true };
    case 'closed':
      if (!isOpen(row.status.id)) throw new SyncError('project_not_open');
      if (row.closing?.released) throw new SyncError('closing_on_its_way');
      return waiting({
        ...row,
        closing: { uuid: event.opId, response: [...event.response], released: false },
      });
    case 'closing_withdrawn':
      if (row.closing?.released) throw new SyncError('closing_on_its_way');
      return withdrawn(row);
    case 'closing_released':
      if (closingStage(row) !== 'held' || row.closing === null) return row;
      return { ...row, closing: { ...row.closing, released: true } };
    case 'closing_imported':
      return imported(row, event.closing, event.refusal);
    case 'noted':
      return row.closing === null && !row.unbegun ? ofServer(row, event.project) : row;
    case 'given_up':
      return { ...row, deleted: true };
    case 'taken':
      return taken(row, event.edit, event.project);
    case 'refused':
      return refusedIn(row, event.edit, event.refusal);
    case 'pulled':
      return merged(row, event.row);
    case 'restored':
      return restored(row, event);
  }
}

/** The fields of a project that a person fills in when it is begun. */
export function fieldsFromForm({ name, streetName, postalCode, city }: ProjectCreate) {
  return { name: name ?? '', street_name: streetName, postal_code: postalCode, city: city ?? '' };
}

/** What was said of it before may be on its way, or there: the server is told what this takes the place of. */
function corrected(row: ProjectRow, opId: string, begin: ProjectCreate): ProjectRow {
  if (!row.unbegun) throw new SyncError('project_begun');
  const prior_op_ids = lastEdits([...row.prior_op_ids, creationEditId(row)]);
  return waiting({ ...row, ...fieldsFromForm(begin), op_id: opId, prior_op_ids });
}

/** With something for the server to do, or without. */
function waiting(row: ProjectRow): ProjectRow {
  const isWaiting = row.closing !== null || row.unbegun;
  return { ...row, state: isWaiting ? 'waiting' : 'synced', refusal: null };
}

/** The project without its closing; one that is not on the server any more goes with it. */
function withdrawn(row: ProjectRow): ProjectRow {
  const without = { ...row, closing: null };
  // Its beginning is decided on by itself.
  if (row.unbegun) return without;
  return isNotFound(row) ? { ...waiting(without), deleted: true } : waiting(without);
}

function imported(row: ProjectRow, closing: ProjectClosing, refusal: Refusal | null): ProjectRow {
  // The server has taken it, though an older page may show the project open.
  if (row.sent_closing?.uuid === closing.uuid) return row;
  if (row.closing !== null || !isOpen(row.status.id)) return row;
  const held = { ...row, closing: { ...closing, released: false } };
  // Whether the project is there is known better here; and what is to be begun was not judged at all.
  const isOver = refusal === null || refusal.code === NOT_FOUND || row.unbegun;
  return isOver ? waiting(held) : { ...held, state: 'refused', refusal };
}

function ofServer({ sent_closing }: ProjectRow, project: Project): ProjectRow {
  return { ...projectFromWire(project), deleted: project.deleted, sent_closing };
}

function taken(row: ProjectRow, edit: string, project: Project): ProjectRow {
  const { closing } = row;
  if (closing?.uuid === edit) {
    return { ...ofServer(row, project), sent_closing: { uuid: edit, response: closing.response } };
  }
  if (!row.unbegun || creationEditId(row) !== edit) return row;
  return waiting({ ...ofServer(row, project), closing });
}

/** The closing, or the beginning, that the server will not have; the answers stay, to be sent again. */
function refusedIn(row: ProjectRow, edit: string, refusal: Refusal): ProjectRow {
  const { closing } = row;
  // Before it is begun again, a verdict on its closing is one of the server before its restore.
  const judged = row.unbegun ? creationEditId(row) : closing?.uuid;
  if (row.state !== 'waiting' || judged !== edit) return row;
  const held = { ...row, closing: closing && { ...closing, released: false } };
  return { ...held, state: 'refused', refusal };
}

/** Merges what a pull brought with a closing that this device has not had answered yet. */
function merged(local: ProjectRow, pulled: ProjectRow): ProjectRow {
  const { state, closing, refusal, sent_closing } = local;
  // What the server has is corrected here, and the correction is still to be sent.
  if (isCorrectionOf(local, pulled)) return local.received ? local : { ...local, received: true };
  const known = { ...pulled, sent_closing };
  if (closing === null) return known;
  if (pulled.deleted) {
    // The answers stay to be seen, with the reason why nothing can come of them.
    return notFound({ ...known, deleted: false, closing: { ...closing, released: false } });
  }
  // That it is not there is over as soon as it is: anybody may have begun it again.
  return state === 'refused' && !local.unbegun && !isNotFound(local)
    ? { ...known, state, closing, refusal }
    : waiting({ ...known, closing });
}

function isCorrectionOf(local: ProjectRow, pulled: ProjectRow): boolean {
  if (!local.unbegun || local.deleted || pulled.deleted) return false;
  return local.prior_op_ids.includes(pulled.op_id);
}

/** Has a restored server begin again what it does not have, and closes again what it has open (F43). */
function restored(row: ProjectRow, { server, awaitsLead }: RestoredEvent): ProjectRow {
  if (row.deleted || row.awaits_lead !== null) return row;
  const again = row.closing ?? (isOpen(row.status.id) ? null : row.sent_closing);
  const closing = again && { ...again, released: false };
  if (server === null) {
    if (awaitsLead !== undefined)
      return { ...waiting({ ...row, closing }), awaits_lead: awaitsLead };
    if (row.lead === null) return waiting({ ...row, closing, unbegun: true, received: false });
    // It comes back with the edits of its lead, from the phone that made them.
    return notFound({ ...row, closing });
  }
  // Not by its last edit: products that others send again change the project as well.
  return closing !== null && isOpenThere(server) ? waiting({ ...row, closing }) : row;
}

const NOT_FOUND = 'project_not_found';

function notFound(row: ProjectRow): ProjectRow {
  return { ...row, state: 'refused', refusal: { code: NOT_FOUND, message: '' } };
}

function isNotFound({ state, refusal }: ProjectRow): boolean {
  return state === 'refused' && refusal?.code === NOT_FOUND;
}

function isOpenThere({ status }: RestoredEntity): boolean {
  if (typeof status !== 'object' || status === null || !('id' in status)) return false;
  return filterStatuses.open.some((open) => open === status.id);
}
