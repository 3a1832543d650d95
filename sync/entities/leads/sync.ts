import { leadCalls } from '#schemas/api/lead-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { CallError } from '../../http/call-error.ts';
import { leadFromServer, type LeadEvent, nextLead } from './machine.ts';

/** Sync of leads. */
export const leadSync: EntitySync<'leads', WireRequest<'updateLead'>, LeadEvent> = {
  next: nextLead,
  listCall: leadCalls.listLeads,
  async send(request, sender) {
    return {
      type: 'accepted',
      edit: request.edit,
      lead: leadFromServer(await sender.send(request)),
    };
  },
  // The base of a rejected edit has changed, so show the user the current version to decide on.
  async fetchRow(id, sender) {
    try {
      return leadFromServer(await sender.call(leadCalls.getLead, { params: { id } }));
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }
  },
};
