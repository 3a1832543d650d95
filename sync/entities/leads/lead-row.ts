import type { LeadDocument } from '#schemas/lead.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A lead with its tombstone flag. */
export type LeadRow = LeadDocument & { readonly deleted: boolean };

/** Sends edits one by one: each builds on the previous one. */
export const leadWire: WireFormat<LeadRow, WireRequest<'updateLead'>> = {
  nextRequest({ uuid, deleted, state, edits: [edit] }) {
    if (deleted || state !== 'waiting' || !edit) return null;
    return { call: 'updateLead', edit: edit.op_id, params: { id: uuid }, body: edit };
  },
  afterRequest: (row, isAccepted) => (isAccepted ? { ...row, edits: row.edits.slice(1) } : null),
};
