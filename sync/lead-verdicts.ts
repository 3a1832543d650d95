import { leadFromWire } from '#schemas/from-wire.ts';
import { type Lead, type LeadDocument, withChanges } from '#schemas/lead.ts';
import type { LeadEdit } from '#schemas/lead-edit.ts';
import { groupOf } from '#schemas/lead-steps.ts';
import type { Refusal } from '#schemas/refusal.ts';

/** A lead as the replication carries it. */
export type LeadRow = LeadDocument & { readonly deleted: boolean };

/** Whether a lead has edits that go to the server now. */
export function hasEditsToSend(row: LeadRow): boolean {
  return !row.deleted && row.state === 'waiting' && row.edits.length > 0;
}

/** The lead as the server has it, without any edits of this device. */
export function leadOfServer(lead: Lead): LeadRow {
  return { ...leadFromWire(lead), deleted: lead.deleted };
}

/** A lead as it will be once the server has taken the edits; what only the server knows is left open. */
export function withEdits<Document extends LeadDocument>(
  before: Document,
  edits: readonly LeadEdit[],
): Document {
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

/**
 * The lead as the server has it, with what it refused: nothing of it is lost, and the person decides.
 * @param server null when the lead is not there any more
 */
export function leadRefused(
  row: LeadRow,
  server: Lead | null,
  edits: readonly LeadEdit[],
  refusal: Refusal,
): LeadRow {
  const shown = server && !server.deleted ? leadOfServer(server) : row;
  return { ...shown, deleted: false, state: 'refused', refusal, edits: [...edits] };
}

/** Joins what a pull brought with edits that the server has not judged, or that it refused. */
export function joinPulledLead(local: LeadRow | null, pulled: LeadRow): LeadRow {
  if (local === null || local.edits.length === 0) return pulled;
  const done = local.edits.findIndex(({ op_id }) => op_id === pulled.op_id);
  const edits = local.edits.slice(done + 1);
  if (edits.length === 0) return pulled;
  // A lead that was taken away keeps what is unsent, until the server has said so to it.
  const { state, refusal } = local;
  const kept = { ...pulled, deleted: false, state, refusal, edits };
  return state === 'waiting' ? withEdits(kept, edits) : kept;
}
