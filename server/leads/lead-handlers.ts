import { type Handlers } from '../http/handler.ts';
import { editLead } from './edit-lead.ts';
import { leadFromRow, findLead } from './lead-row.ts';
import { listChangedLeads, listLeads } from './list-leads.ts';

/** 30 in a list (spec 1 §9). */
const LIST_LIMIT = 30;

/** Listing leads, looking at one, and working on it. */
export const leadHandlers = {
  leads({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, installer_company_id, enabled } = query;
    if (since !== undefined) return listChangedLeads(actor, since, limit, services);
    const asked = { companyId: installer_company_id, enabled };
    return listLeads(actor, asked, { page, limit }, services);
  },

  async lead({ params, actor }, { db }) {
    return leadFromRow(await findLead(db, actor, params.id));
  },

  editLead: ({ params, body, actor }, services) => editLead(params.id, body, actor, services),

  setLeadInstallationDate: ({ params, body, actor }, services) =>
    editLead(params.id, body, actor, services),
} satisfies Partial<Handlers>;
