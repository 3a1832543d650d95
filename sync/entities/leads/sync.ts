import { leadCalls } from '#schemas/api/lead-calls.ts';
import type { EntitySync } from '../../engine/entity.ts';
import type { WireRequest } from '../../engine/wire.ts';
import { CallError } from '../../http/call-error.ts';
import { leadOfServer, type LeadEvent, nextLead } from './machine.ts';

/** How leads meet the server. */
export const leadSync: EntitySync<'leads', WireRequest<'editLead'>, LeadEvent> = {
  next: nextLead,
  list: leadCalls.leads,
  async judge(request, ask) {
    return { type: 'taken', edit: request.edit, lead: leadOfServer(await ask.send(request)) };
  },
  // What a refused edit built on has changed: the person decides with that in sight.
  async serverRow(id, ask) {
    try {
      return leadOfServer(await ask.call(leadCalls.lead, { params: { id } }));
    } catch (error) {
      if (error instanceof CallError && error.status === 404) return null;
      throw error;
    }
  },
};
