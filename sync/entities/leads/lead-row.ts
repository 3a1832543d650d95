import type { LeadDocument } from '#schemas/lead.ts';
import type { WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** A lead with what says that it is a tombstone. */
export type LeadRow = LeadDocument & { readonly deleted: boolean };

/** Its edits one after the other: each builds on the one before. */
export const leadWire: WireFormat<LeadRow, WireRequest<'editLead'>> = {
  nextRequest({ uuid, deleted, state, edits: [edit] }) {
    if (deleted || state !== 'waiting' || !edit) return null;
    return { call: 'editLead', edit: edit.op_id, params: { id: uuid }, body: edit };
  },
  afterRequest: (row, isTaken) => (isTaken ? { ...row, edits: row.edits.slice(1) } : null),
};
