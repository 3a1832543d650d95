import { leadFromWire } from '#schemas/from-wire.ts';
import { type Lead, type LeadBefore, type LeadDocument, withChanges } from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { groupOf } from '#schemas/lead-steps.ts';
import type { Refusal } from '#schemas/refusal.ts';
import { lastEdits } from '#sync/engine/last-edits.ts';
import type { EngineEvent, RestoredEntity } from '#sync/engine/entity-sync.ts';
import { SyncError } from '../../store/sync-error.ts';
import type { LeadRow } from './lead-row.ts';

/** What happens to a lead. */
export type LeadEvent =
  /** More edits of the person, behind those that wait. */
  | { readonly type: 'edited'; readonly edits: readonly LeadEdit[] }
  /** After a refusal: the refused edits made anew on the lead as it is now. */
  | { readonly type: 'retried'; readonly again: (lead: LeadRow, edit: LeadEdit) => LeadEdit }
  /** After a refusal: the lead stays as it is; one that the company does not have any more goes. */
  | { readonly type: 'refusal_accepted' }
  /** Before any verdict: what waits is taken back. */
  | { readonly type: 'withdrawn' }
  /** Edits from a file of unsent work. */
  | {
      readonly type: 'imported';
      readonly edits: readonly LeadEdit[];
      readonly refusal: Refusal | null;
    }
  /** The server took an edit, and the lead is this now. */
  | { readonly type: 'taken'; readonly edit: string; readonly lead: LeadRow };

/** A lead after an event; the very same where nothing changes. Pure. Nobody else writes its `state`. */
export function nextLead(row: LeadRow, event: LeadEvent | EngineEvent<LeadDocument>): LeadRow {
  switch (event.type) {
    case 'edited':
      // What was refused is decided on first: nothing new can build on it.
      if (row.state === 'refused') throw new SyncError('lead_refused');
      return withWaiting(row, event.edits);
    case 'retried':
      if (row.state !== 'refused') return row;
      return row.edits.reduce<LeadRow>(
        (lead, edit) => withWaiting(lead, [event.again(lead, edit)]),
        { ...row, edits: [] },
      );
    case 'refusal_accepted':
      return refusalAccepted(row);
    case 'withdrawn':
      return withoutWaitingEdits(row) ?? throwTooLate();
    case 'imported':
      return imported(row, event.edits, event.refusal);
    case 'taken':
      return merged(row, event.lead, event.edit);
    case 'refused':
      return refusedEdit(row, event.edit, event.server ?? null, event.refusal);
    case 'pulled':
      return merged(row, event.row, event.row.op_id);
    case 'restored':
      return restored(row, event.server);
  }
}

/** The lead as the server has it, without any edits of this device. */
export function leadFromServer(lead: Lead): LeadRow {
  return { ...leadFromWire(lead), deleted: lead.deleted };
}

/** A lead as it will be once the server has taken the edits; what only the server knows is left open. */
export function applyEdits(before: LeadRow, edits: readonly LeadEdit[]): LeadRow {
  return edits.reduce((lead, edit) => {
    const next = withChanges(lead, edit);
    if (edit.status === undefined) return next;
    return {
      ...next,
      group: groupOf(next.status),
      expires_on: null,
      moved_by: { actor: 'installer', name: null },
      moved_at: new Date(edit.time).toISOString(),
    };
  }, before);
}

/** What of a lead its edits change, as it is now. */
function beforeEdits(lead: LeadDocument): LeadBefore {
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

function withWaiting(lead: LeadRow, fresh: readonly LeadEdit[]): LeadRow {
  const before = lead.edits.length === 0 ? beforeEdits(lead) : lead.before;
  const edits = [...lead.edits, ...fresh];
  return { ...applyEdits(lead, fresh), edits, before, state: 'waiting', refusal: null };
}

/**
 * The lead without the edits that wait, as the server is known to have it.
 * @returns null where nothing waits, or where that is not known
 */
export function withoutWaitingEdits(lead: LeadRow): LeadRow | null {
  const { state, before } = lead;
  if (state !== 'waiting' || before === null) return null;
  const group = groupOf(before.status);
  return { ...lead, ...before, group, state: 'synced', edits: [], before: null };
}

const NOT_FOUND = 'lead_not_found';

/** A refusal with what is known since: a lead goes with its refused edits only if the company has it no more. */
function knownSince(refusal: Refusal, isGone: boolean): Refusal {
  if (isGone) return { ...refusal, code: NOT_FOUND };
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

function imported(row: LeadRow, edits: readonly LeadEdit[], refusal: Refusal | null): LeadRow {
  const fresh = unknownEdits(row, edits);
  if (fresh.length === 0) return row;
  if (refusal === null && row.state !== 'refused') return withWaiting(row, fresh);
  // It shows the server's lead again: what was refused is decided on first.
  const shown = withoutWaitingEdits(row) ?? row;
  const all = [...row.edits, ...fresh];
  const why = row.refusal ?? (refusal && knownSince(refusal, false));
  return { ...shown, edits: all, before: null, state: 'refused', refusal: why };
}

/** Those that the device does not know, neither as waiting nor as taken by the server. */
export function unknownEdits(lead: LeadDocument, edits: readonly LeadEdit[]): LeadEdit[] {
  const at = edits.findIndex(({ op_id }) => op_id === lead.op_id);
  const known = new Set([...lead.edits, ...lead.sent_edits].map(({ op_id }) => op_id));
  return edits.slice(at + 1).filter(({ op_id }) => !known.has(op_id));
}

/** The lead with edits that the server has taken remembered, each once (F43). */
function withTaken(lead: LeadRow, before: LeadRow, taken: readonly LeadEdit[]): LeadRow {
  const known = new Map([...before.sent_edits, ...taken].map((edit) => [edit.op_id, edit]));
  return { ...lead, sent_edits: lastEdits([...known.values()]) };
}

/**
 * The lead as the server has it, with what it refused: nothing of it is lost, and the person decides.
 * @param server null when the lead is not there any more
 */
function refusedEdit(
  row: LeadRow,
  edit: string,
  server: LeadRow | null,
  refusal: Refusal,
): LeadRow {
  // Taken back meanwhile: there is nothing to be decided on.
  if (row.state !== 'waiting' || row.edits[0]?.op_id !== edit) return row;
  const shown = server && !server.deleted ? withTaken(server, row, []) : row;
  const { edits } = row;
  const why = server ? knownSince(refusal, server.deleted) : refusal;
  return { ...shown, deleted: false, state: 'refused', refusal: why, edits, before: null };
}

/**
 * Merges the server's lead with edits that it has not judged, or that it refused.
 * @param done the edit up to which it has taken this device's
 */
function merged(local: LeadRow, server: LeadRow, done: string): LeadRow {
  const at = local.edits.findIndex(({ op_id }) => op_id === done);
  const known = withTaken(server, local, local.edits.slice(0, at + 1));
  const edits = local.edits.slice(at + 1);
  if (edits.length === 0) return known;
  // A lead that was taken away keeps what is unsent, until the server has said so to it.
  const { state } = local;
  const refusal = local.refusal && knownSince(local.refusal, server.deleted);
  const kept = { ...known, deleted: false, state, refusal, edits };
  if (state !== 'waiting') return kept;
  // Not to be taken back to: only the server's refusal lets such a lead leave the device.
  const before = server.deleted ? null : beforeEdits(known);
  return { ...applyEdits(kept, edits), before };
}

/** Of a lead as the device has it, what the comparison needs. */
type Sent = Pick<LeadDocument, 'sent_edits' | 'updated_at' | 'base_op_id'>;

/**
 * Which edits of this device a restored server may lack (F43). An edit that it has after all does
 * nothing when it comes again, so all count that it can't be seen to have.
 * @param server null where the server does not have the lead at all
 * @returns in their order, each on a base that the server can know
 */
export function lostEdits(lead: Sent, server: RestoredEntity | null): LeadEdit[] {
  // It stands where it is known to have stood.
  if (server !== null && server.op_id === lead.base_op_id) return [];
  const at = lead.sent_edits.findIndex(({ op_id }) => op_id === server?.op_id);
  const lost = lead.sent_edits.slice(at + 1);
  // Nobody touched the lead since the backup: what the first edit was built on may be lost as well.
  const isUntouched =
    server !== null && Date.parse(server.updated_at) <= Date.parse(lead.updated_at);
  return lost.map((edit, index) => {
    const before = lost[index - 1]?.op_id ?? (isUntouched ? server.op_id : edit.base_op_id);
    return { ...edit, base_op_id: before };
  });
}

function restored(row: LeadRow, server: RestoredEntity | null): LeadRow {
  if (row.deleted) return row;
  const again = lostEdits(row, server);
  if (again.length === 0) {
    // Of a lead that the server has lost, and nobody here had done anything with, there is nothing left.
    return server === null && row.state === 'synced' ? { ...row, deleted: true } : row;
  }
  const ids = new Set(again.map(({ op_id }) => op_id));
  return {
    ...row,
    edits: [...again, ...row.edits],
    // Those were taken once: no discarding of newer ones takes them back with them.
    before: null,
    sent_edits: row.sent_edits.filter(({ op_id }) => !ids.has(op_id)),
    // What was refused is decided on first, together with these.
    state: row.state === 'refused' ? 'refused' : 'waiting',
  };
}
