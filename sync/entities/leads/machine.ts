import { leadFromWire } from '#schemas/from-wire.ts';
import type { Lead, LeadSnapshot, LeadDocument } from '#schemas/lead.ts';
import { applyLeadChanges, changedParts, type LeadEdit } from '#schemas/lead-edit.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import type { Refusal } from '#schemas/refusal.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import type { EngineEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import { deepEqual } from '../../store/deep-equal.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { LeadRow } from './lead-row.ts';

/** Events of a lead. */
export type LeadEvent =
  /** The user's new edits, on top of the pending ones. */
  | { readonly type: 'edited'; readonly edits: readonly LeadEdit[] }
  /** Recreates rejected edits on the lead's current version. */
  | { readonly type: 'retried'; readonly recreate: (lead: LeadRow, edit: LeadEdit) => LeadEdit }
  /** Drops rejected edits; deletes a lead that the company no longer has. */
  | { readonly type: 'rejection_accepted' }
  /** Withdraws pending edits. */
  | { readonly type: 'withdrawn' }
  /** Edits from an imported file. */
  | {
      readonly type: 'imported';
      readonly edits: readonly LeadEdit[];
      readonly refusal: Refusal | null;
    }
  /** The server accepted an edit; `lead` is the server's version of the lead. */
  | { readonly type: 'accepted'; readonly edit: string; readonly lead: LeadRow };

/**
 * Returns the lead after an event; the same object if nothing changes. Pure, and the only writer of `state`.
 */
export function nextLead(row: LeadRow, event: LeadEvent | EngineEvent<LeadDocument>): LeadRow {
  switch (event.type) {
    case 'edited':
      // The user must decide on rejected edits first: no edit can build on them.
      if (row.state === 'refused') throw new SyncError('lead_refused');
      return withNewEdits(row, event.edits);
    case 'retried':
      if (row.state !== 'refused') return row;
      return row.edits.reduce<LeadRow>(
        (lead, edit) => withNewEdits(lead, [event.recreate(lead, edit)]),
        { ...row, edits: [] },
      );
    case 'rejection_accepted':
      return withoutRejectedEdits(row);
    case 'withdrawn':
      return withdrawEdits(row);
    case 'imported':
      return importEdits(row, event.edits, event.refusal);
    case 'accepted':
      return mergeRows(row, event.lead, event.edit);
    case 'rejected':
      return withRejectedEdits(row, event.edit, event.server ?? null, event.refusal);
    case 'pulled':
      return mergeRows(row, event.row, event.row.op_id);
    case 'restored':
      return restoreRow(row, event.server);
  }
}

/** Converts the server's lead to a row without local edits. */
export function leadFromServer(lead: Lead): LeadRow {
  return { ...leadFromWire(lead), deleted: lead.deleted };
}

/** Applies edits as the server will; clears fields that only the server can fill in. */
export function applyEdits(initialLead: LeadRow, edits: readonly LeadEdit[]): LeadRow {
  return edits.reduce((lead, edit) => {
    const changedLead = applyLeadChanges(lead, edit);
    if (edit.status === undefined) return changedLead;
    return {
      ...changedLead,
      group: leadGroupOf(changedLead.status),
      expires_on: null,
      moved_by: { actor: 'installer', name: null },
      moved_at: new Date(edit.time).toISOString(),
    };
  }, initialLead);
}

/** Current values of the fields that edits change. */
function editableFields(lead: LeadDocument): LeadSnapshot {
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

function withNewEdits(lead: LeadRow, newEdits: readonly LeadEdit[]): LeadRow {
  const before = lead.edits.length === 0 ? editableFields(lead) : lead.before;
  const edits = [...lead.edits, ...newEdits];
  return { ...applyEdits(lead, newEdits), edits, before, state: 'waiting', refusal: null };
}

/**
 * Returns the lead without its pending edits, as last received from the server.
 * @returns null if no edit is pending, or if that version is unknown
 */
export function withoutPendingEdits(lead: LeadRow): LeadRow | null {
  const { state, before } = lead;
  if (state !== 'waiting' || before === null) return null;
  const group = leadGroupOf(before.status);
  return { ...lead, ...before, group, state: 'synced', edits: [], before: null };
}

const NOT_FOUND = 'lead_not_found';

/**
 * Sets the code to "not found" only if the company no longer has the lead. With this code, dropping the rejected edits
 * deletes the lead.
 */
function withCurrentCode(refusal: Refusal, isDeleted: boolean): Refusal {
  if (isDeleted) return { ...refusal, code: NOT_FOUND };
  return refusal.code === NOT_FOUND ? { ...refusal, code: 'lead_moved_on' } : refusal;
}

function withdrawEdits(row: LeadRow): LeadRow {
  const serverLead = withoutPendingEdits(row);
  if (serverLead === null) throw new SyncError('edit_on_its_way');
  return serverLead;
}

function withoutRejectedEdits(row: LeadRow): LeadRow {
  if (row.state !== 'refused') return row;
  const deleted = row.refusal?.code === NOT_FOUND;
  return { ...row, state: 'synced', refusal: null, edits: [], deleted };
}

function importEdits(row: LeadRow, edits: readonly LeadEdit[], refusal: Refusal | null): LeadRow {
  const newEdits = unknownEdits(row, edits);
  if (newEdits.length === 0) return row;
  if (refusal === null && row.state !== 'refused') return withNewEdits(row, newEdits);
  // Show the server's lead: the user must decide on the rejected edits first.
  const serverLead = withoutPendingEdits(row) ?? row;
  const allEdits = [...row.edits, ...newEdits];
  const rejection = row.refusal ?? (refusal && withCurrentCode(refusal, false));
  return { ...serverLead, edits: allEdits, before: null, state: 'refused', refusal: rejection };
}

/** Returns the edits that the lead doesn't have: neither pending nor accepted. */
export function unknownEdits(lead: LeadDocument, edits: readonly LeadEdit[]): LeadEdit[] {
  const lastKnownIndex = edits.findIndex(({ op_id }) => op_id === lead.op_id);
  const knownIds = new Set([...lead.edits, ...lead.sent_edits].map(({ op_id }) => op_id));
  return edits.slice(lastKnownIndex + 1).filter(({ op_id }) => !knownIds.has(op_id));
}

/** Adds accepted edits to `sent_edits`, each once (F43). */
function withSentEdits(
  lead: LeadRow,
  previousRow: LeadRow,
  sentEdits: readonly LeadEdit[],
): LeadRow {
  const editsById = new Map(
    [...previousRow.sent_edits, ...sentEdits].map((edit) => [edit.op_id, edit]),
  );
  return { ...lead, sent_edits: lastEdits([...editsById.values()]) };
}

/**
 * Returns the server's lead with the rejected edits, for the user to decide on.
 * @param server null if the lead no longer exists
 */
function withRejectedEdits(
  row: LeadRow,
  edit: string,
  server: LeadRow | null,
  refusal: Refusal,
): LeadRow {
  // The user has withdrawn the edit in the meantime, so there is no rejection to show.
  if (row.state !== 'waiting' || row.edits[0]?.op_id !== edit) return row;
  const currentLead = server && !server.deleted ? withSentEdits(server, row, []) : row;
  const { edits } = row;
  const rejection = server ? withCurrentCode(refusal, server.deleted) : refusal;
  return {
    ...currentLead,
    deleted: false,
    state: 'refused',
    refusal: rejection,
    edits,
    before: null,
  };
}

/**
 * Merges the server's lead with pending or rejected edits.
 * @param editId this device's last edit that the server has accepted
 */
function mergeRows(local: LeadRow, server: LeadRow, editId: string): LeadRow {
  const acceptedIndex = local.edits.findIndex(({ op_id }) => op_id === editId);
  const receivedRow = withSentEdits(server, local, local.edits.slice(0, acceptedIndex + 1));
  const edits = local.edits.slice(acceptedIndex + 1);
  if (edits.length === 0) return receivedRow;
  // A deleted lead keeps its unsent edits until the server has rejected them.
  const { state } = local;
  const refusal = local.refusal && withCurrentCode(local.refusal, server.deleted);
  const mergedRow = { ...receivedRow, deleted: false, state, refusal, edits };
  if (state !== 'waiting') return mergedRow;
  // A lead that was deleted on the server must stay until the server rejects its edits. Without `before`, the edits
  // can't be withdrawn until then.
  const before = server.deleted ? null : editableFields(receivedRow);
  return { ...applyEdits(mergedRow, edits), before };
}

/** The fields that the comparison needs. */
type SentState = Pick<LeadDocument, 'sent_edits' | 'updated_at' | 'base_op_id'> & LeadSnapshot;

/**
 * Returns this device's edits that a restored server may lack (F43). Includes an edit when in
 * doubt, because resending one that the server has is harmless.
 * @param server null if the server doesn't have the lead at all
 * @returns the edits in order, each based on an edit that the server may have
 */
export function lostEdits(lead: SentState, server: RestoredEntity | null): LeadEdit[] {
  if (server !== null && server.op_id === lead.base_op_id) {
    // The server still has the last version that this device received.
    if (server.updated_at === lead.updated_at) return [];
    // Another device has resent the last edit since; this device's earlier edits may be lost.
    return visibleEdits(lead).map((edit, index, edits) => ({
      ...edit,
      base_op_id: edits[index - 1]?.op_id ?? server.op_id,
    }));
  }
  const lastKnownIndex = lead.sent_edits.findIndex(({ op_id }) => op_id === server?.op_id);
  const editsToRestore = lead.sent_edits.slice(lastKnownIndex + 1);
  // If the lead is unchanged since the backup, the base of the first edit may be lost as well.
  const isUntouched =
    server !== null && Date.parse(server.updated_at) <= Date.parse(lead.updated_at);
  return editsToRestore.map((edit, index) => {
    const baseId =
      editsToRestore[index - 1]?.op_id ?? (isUntouched ? server.op_id : edit.base_op_id);
    return { ...edit, base_op_id: baseId };
  });
}

/**
 * Returns the accepted edits that the lead's current values come from, directly or through later
 * edits.
 */
function visibleEdits(lead: SentState): LeadEdit[] {
  const { sent_edits: edits } = lead;
  const isVisible = (edit: LeadEdit) => {
    const { sent_edits: _edits, ...fields } = lead;
    return deepEqual(applyLeadChanges(fields, edit), fields);
  };
  return edits.filter((edit, index) => {
    const laterVisibleParts = edits
      .slice(index + 1)
      .filter(isVisible)
      .flatMap(changedParts);
    return isVisible(edit) || changedParts(edit).every((part) => laterVisibleParts.includes(part));
  });
}

function restoreRow(row: LeadRow, server: RestoredEntity | null): LeadRow {
  if (row.deleted) return row;
  const editsToRestore = lostEdits(row, server);
  if (editsToRestore.length === 0) {
    // The server lost the lead and there are no local edits.
    return server === null && row.state === 'synced' ? { ...row, deleted: true } : row;
  }
  const ids = new Set(editsToRestore.map(({ op_id }) => op_id));
  return {
    ...row,
    edits: [...editsToRestore, ...row.edits],
    // The server had accepted these edits, so withdrawing newer ones must not withdraw them.
    before: null,
    sent_edits: row.sent_edits.filter(({ op_id }) => !ids.has(op_id)),
    // If edits were rejected, the user decides on all of them together.
    state: row.state === 'refused' ? 'refused' : 'waiting',
  };
}
