import { leadFromWire } from '#schemas/from-wire.ts';
import {
  type Lead,
  type LeadSnapshot,
  type LeadDocument,
  applyLeadChanges,
} from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import type { Refusal } from '#schemas/refusal.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import type { EngineEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { LeadRow } from './lead-row.ts';

/** Events of a lead. */
export type LeadEvent =
  /** The user's new edits, on top of the waiting ones. */
  | { readonly type: 'edited'; readonly edits: readonly LeadEdit[] }
  /** Recreates rejected edits on the lead's current version. */
  | { readonly type: 'retried'; readonly recreate: (lead: LeadRow, edit: LeadEdit) => LeadEdit }
  /** Drops rejected edits; deletes a lead that the company no longer has. */
  | { readonly type: 'refusal_accepted' }
  /** Withdraws waiting edits. */
  | { readonly type: 'withdrawn' }
  /** Edits from an imported file. */
  | {
      readonly type: 'imported';
      readonly edits: readonly LeadEdit[];
      readonly refusal: Refusal | null;
    }
  /** The server accepted an edit; `lead` is its version. */
  | { readonly type: 'accepted'; readonly edit: string; readonly lead: LeadRow };

/**
 * Returns the lead after an event; the same object if nothing changes. Pure, and the only writer of `state`.
 */
export function nextLead(row: LeadRow, event: LeadEvent | EngineEvent<LeadDocument>): LeadRow {
  switch (event.type) {
    case 'edited':
      // Rejected edits must be decided on first: nothing can build on them.
      if (row.state === 'refused') throw new SyncError('lead_refused');
      return withWaiting(row, event.edits);
    case 'retried':
      if (row.state !== 'refused') return row;
      return row.edits.reduce<LeadRow>(
        (lead, edit) => withWaiting(lead, [event.recreate(lead, edit)]),
        { ...row, edits: [] },
      );
    case 'refusal_accepted':
      return refusalAccepted(row);
    case 'withdrawn':
      return withoutWaitingEdits(row) ?? throwTooLate();
    case 'imported':
      return importEdits(row, event.edits, event.refusal);
    case 'accepted':
      return mergeRows(row, event.lead, event.edit);
    case 'refused':
      return refusedEdit(row, event.edit, event.server ?? null, event.refusal);
    case 'pulled':
      return mergeRows(row, event.row, event.row.op_id);
    case 'restored':
      return restored(row, event.server);
  }
}

/** Converts the server's lead to a row without local edits. */
export function leadFromServer(lead: Lead): LeadRow {
  return { ...leadFromWire(lead), deleted: lead.deleted };
}

/** Applies edits as the server will; fields that only the server knows are cleared. */
export function applyEdits(before: LeadRow, edits: readonly LeadEdit[]): LeadRow {
  return edits.reduce((lead, edit) => {
    const next = applyLeadChanges(lead, edit);
    if (edit.status === undefined) return next;
    return {
      ...next,
      group: leadGroupOf(next.status),
      expires_on: null,
      moved_by: { actor: 'installer', name: null },
      moved_at: new Date(edit.time).toISOString(),
    };
  }, before);
}

/** Current values of the fields that edits change. */
function beforeEdits(lead: LeadDocument): LeadSnapshot {
  return {
    status: lead.status,
    expires_on: lead.expires_on,
    customer_info: lead.customer_info,
    NotesFromVELUXClub: lead.NotesFromVELUXClub,
    expected_installation_date: lead.expected_installation_date,
    reasons: lead.reasons,
    project_id: lead.project_id,
    moved_by: lead.moved_by,
    moved_at: lead.moved_at,
  };
}

function withWaiting(lead: LeadRow, newEdits: readonly LeadEdit[]): LeadRow {
  const before = lead.edits.length === 0 ? beforeEdits(lead) : lead.before;
  const edits = [...lead.edits, ...newEdits];
  return { ...applyEdits(lead, newEdits), edits, before, state: 'waiting', refusal: null };
}

/**
 * Returns the lead without its waiting edits, as last known from the server.
 * @returns null if nothing waits, or if that version is unknown
 */
export function withoutWaitingEdits(lead: LeadRow): LeadRow | null {
  const { state, before } = lead;
  if (state !== 'waiting' || before === null) return null;
  const group = leadGroupOf(before.status);
  return { ...lead, ...before, group, state: 'synced', edits: [], before: null };
}

const NOT_FOUND = 'lead_not_found';

/** Updates a rejection: only a lead that the company no longer has is deleted with its rejected edits. */
function withCurrentCode(refusal: Refusal, isDeleted: boolean): Refusal {
  if (isDeleted) return { ...refusal, code: NOT_FOUND };
  return refusal.code === NOT_FOUND ? { ...refusal, code: 'lead_moved_on' } : refusal;
}

function throwTooLate(): never {
  throw new SyncError('edit_on_its_way');
}

function refusalAccepted(row: LeadRow): LeadRow {
  if (row.state !== 'refused') return row;
  const deleted = row.refusal?.code === NOT_FOUND;
  return { ...row, state: 'synced', refusal: null, edits: [], deleted };
}

function importEdits(row: LeadRow, edits: readonly LeadEdit[], refusal: Refusal | null): LeadRow {
  const newEdits = unknownEdits(row, edits);
  if (newEdits.length === 0) return row;
  if (refusal === null && row.state !== 'refused') return withWaiting(row, newEdits);
  // Show the server's lead: rejected edits must be decided on first.
  const shown = withoutWaitingEdits(row) ?? row;
  const all = [...row.edits, ...newEdits];
  const rejection = row.refusal ?? (refusal && withCurrentCode(refusal, false));
  return { ...shown, edits: all, before: null, state: 'refused', refusal: rejection };
}

/** Filters out edits that are waiting or were accepted. */
export function unknownEdits(lead: LeadDocument, edits: readonly LeadEdit[]): LeadEdit[] {
  const at = edits.findIndex(({ op_id }) => op_id === lead.op_id);
  const knownEdits = new Set([...lead.edits, ...lead.sent_edits].map(({ op_id }) => op_id));
  return edits.slice(at + 1).filter(({ op_id }) => !knownEdits.has(op_id));
}

/** Remembers accepted edits, each once (F43). */
function withSentEdits(lead: LeadRow, before: LeadRow, sentEdits: readonly LeadEdit[]): LeadRow {
  const knownEdits = new Map(
    [...before.sent_edits, ...sentEdits].map((edit) => [edit.op_id, edit]),
  );
  return { ...lead, sent_edits: lastEdits([...knownEdits.values()]) };
}

/**
 * Returns the server's lead with the rejected edits, for the user to decide.
 * @param server null if the lead no longer exists
 */
function refusedEdit(
  row: LeadRow,
  edit: string,
  server: LeadRow | null,
  refusal: Refusal,
): LeadRow {
  // Withdrawn meanwhile: there is nothing to decide.
  if (row.state !== 'waiting' || row.edits[0]?.op_id !== edit) return row;
  const shown = server && !server.deleted ? withSentEdits(server, row, []) : row;
  const { edits } = row;
  const rejection = server ? withCurrentCode(refusal, server.deleted) : refusal;
  return { ...shown, deleted: false, state: 'refused', refusal: rejection, edits, before: null };
}

/**
 * Merges the server's lead with undecided or rejected edits.
 * @param editId the last of this device's edits that the server has accepted
 */
function mergeRows(local: LeadRow, server: LeadRow, editId: string): LeadRow {
  const at = local.edits.findIndex(({ op_id }) => op_id === editId);
  const knownEdits = withSentEdits(server, local, local.edits.slice(0, at + 1));
  const edits = local.edits.slice(at + 1);
  if (edits.length === 0) return knownEdits;
  // A deleted lead keeps its unsent edits until the server has rejected them.
  const { state } = local;
  const refusal = local.refusal && withCurrentCode(local.refusal, server.deleted);
  const restoreRow = { ...knownEdits, deleted: false, state, refusal, edits };
  if (state !== 'waiting') return restoreRow;
  // Can't be withdrawn: only the server's rejection removes a deleted lead.
  const before = server.deleted ? null : beforeEdits(knownEdits);
  return { ...applyEdits(restoreRow, edits), before };
}

/** The fields that the comparison needs. */
type SentState = Pick<LeadDocument, 'sent_edits' | 'updated_at' | 'base_op_id'>;

/**
 * Returns this device's edits that a restored server may lack (F43). Resending one that it has is harmless,
 * so all count that it isn't known to have.
 * @param server null if the server doesn't have the lead at all
 * @returns in order, each based on an edit that the server can know
 */
export function lostEdits(lead: SentState, server: RestoredEntity | null): LeadEdit[] {
  // The server still has the version it was known to have.
  if (server !== null && server.op_id === lead.base_op_id) return [];
  const at = lead.sent_edits.findIndex(({ op_id }) => op_id === server?.op_id);
  const lost = lead.sent_edits.slice(at + 1);
  // The lead is unchanged since the backup: the base of the first edit may be lost as well.
  const isUntouched =
    server !== null && Date.parse(server.updated_at) <= Date.parse(lead.updated_at);
  return lost.map((edit, index) => {
    const before = lost[index - 1]?.op_id ?? (isUntouched ? server.op_id : edit.base_op_id);
    return { ...edit, base_op_id: before };
  });
}

function restored(row: LeadRow, server: RestoredEntity | null): LeadRow {
  if (row.deleted) return row;
  const recreate = lostEdits(row, server);
  if (recreate.length === 0) {
    // The server lost the lead and there are no local edits.
    return server === null && row.state === 'synced' ? { ...row, deleted: true } : row;
  }
  const ids = new Set(recreate.map(({ op_id }) => op_id));
  return {
    ...row,
    edits: [...recreate, ...row.edits],
    // These edits were accepted once: withdrawing newer ones must not withdraw them.
    before: null,
    sent_edits: row.sent_edits.filter(({ op_id }) => !ids.has(op_id)),
    // Rejected edits must be decided on first, together with these.
    state: row.state === 'refused' ? 'refused' : 'waiting',
  };
}
