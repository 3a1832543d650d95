import { leadCalls } from '#schemas/api/lead-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { WireRequest } from '#sync/engine/wire-format.ts';
import { CallError } from '../../http/call-error.ts';
import { leadFromServer, type LeadEvent, nextLead } from './machine.ts';

/** Sync of leads. */
export const leadSync: EntitySync<'leads', WireRequest<'editLead'>, LeadEvent> = {
  next: nextLead,
  listCall: leadCalls.leads,
  async send(request, ask) {
    return { type: 'taken', edit: request.edit, lead: leadFromServer(await ask.send(request)) };
  },
  // The base of a rejected edit has changed: the user decides with the current version in view.
  async fetchRow(id, ask) {
    try {
      return leadFromServer(await ask.call(leadCalls.lead, { params: { id } }));
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }
  },
};
