import { leadFromWire } from '#schemas/from-wire.ts';
import { type Lead, type LeadBefore, type LeadDocument, withChanges } from '#schemas/lead.ts';
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

/** More edits of one lead than anybody makes between two backups. */
const KEPT_EDITS = 20;

/** The lead with edits that the server has taken remembered, each once (F43). */
export function withTaken<Document extends LeadDocument>(
  lead: Document,
  before: Pick<LeadDocument, 'sent_edits'> | null,
  taken: readonly LeadEdit[],
): Document {
  const known = new Map(
    [...(before?.sent_edits ?? []), ...taken].map((edit) => [edit.op_id, edit]),
  );
  return { ...lead, sent_edits: [...known.values()].slice(-KEPT_EDITS) };
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

/** The lead with more edits of this device, behind those that wait for the server already. */
export function withWaiting<Document extends LeadDocument>(
  lead: Document,
  fresh: readonly LeadEdit[],
): Document {
  const before = lead.edits.length === 0 ? beforeEdits(lead) : lead.before;
  const edits = [...lead.edits, ...fresh];
  return { ...withEdits(lead, fresh), edits, before, state: 'waiting', refusal: null };
}

/**
 * The lead without the edits that wait, as the server is known to have it.
 * @returns null where nothing waits, or where that is not known
 */
export function withoutWaiting<Document extends LeadDocument>(lead: Document): Document | null {
  const { state, before } = lead;
  if (state !== 'waiting' || before === null) return null;
  const group = groupOf(before.status);
  return { ...lead, ...before, group, state: 'synced', edits: [], before: null };
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
  const shown = server && !server.deleted ? withTaken(leadOfServer(server), row, []) : row;
  return { ...shown, deleted: false, state: 'refused', refusal, edits: [...edits], before: null };
}

/** Joins what a pull brought with edits that the server has not judged, or that it refused. */
export function joinPulledLead(local: LeadRow | null, pulled: LeadRow): LeadRow {
  if (local === null) return pulled;
  const done = local.edits.findIndex(({ op_id }) => op_id === pulled.op_id);
  const known = withTaken(pulled, local, local.edits.slice(0, done + 1));
  const edits = local.edits.slice(done + 1);
  if (edits.length === 0) return known;
  // A lead that was taken away keeps what is unsent, until the server has said so to it.
  const { state, refusal } = local;
  const kept = { ...known, deleted: false, state, refusal, edits };
  if (state !== 'waiting') return kept;
  // Not to be taken back to: only the server's refusal lets such a lead leave the device.
  const before = pulled.deleted ? null : beforeEdits(known);
  return { ...withEdits(kept, edits), before };
}
