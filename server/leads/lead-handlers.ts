import { type Handlers, type Actor } from '../http/handler.ts';
import { editLead } from './edit-lead.ts';
import { leadFromRow, findLead, canHaveLeads, selectLeads } from './lead-row.ts';
import { leadStatuses, leadViewOf } from '#schemas/lead-status.ts';
import { companyCounter, pullPage } from '../db/changes.ts';
import { newestFirstPage, type Page } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

/** Default page size (spec 1 §9: 30 leads). */
const LIST_LIMIT = 30;

export const leadHandlers = {
  listLeads({ query, actor }, services) {
    const { page = 1, limit = LIST_LIMIT, since, installer_company_id, enabled } = query;
    if (since !== undefined) return listChangedLeads(actor, since, limit, services);
    const filter = { companyId: installer_company_id, enabled };
    return listLeads(actor, filter, { page, limit }, services);
  },

  async getLead({ params, actor }, { db }) {
    return leadFromRow(await findLead(db, actor, params.id));
  },

  updateLead: ({ params, body, actor }, services) => editLead(params.id, body, actor, services),

  updateLeadInstallationDate: ({ params, body, actor }, services) =>
    editLead(params.id, body, actor, services),
} satisfies Partial<Handlers>;

const archivedStatuses = leadStatuses.filter((status) => leadViewOf(status) === 'archive');
const enabledStatuses = leadStatuses.filter((status) => leadViewOf(status) !== 'archive');

/**
 * Lists the company's leads, newest first. The list is empty if the person can't have leads.
 * Throws `not_found` for another company's id.
 */
async function listLeads(
  actor: Actor,
  filter: { readonly companyId: string | undefined; readonly enabled: 0 | 1 | undefined },
  page: Page,
  { db }: Services,
) {
  if (filter.companyId !== undefined && filter.companyId.toLowerCase() !== actor.companyId) {
    throw new ApiFailure('not_found');
  }
  const filteredStatuses = filter.enabled === 1 ? enabledStatuses : archivedStatuses;
  const statuses = filter.enabled === undefined ? leadStatuses : filteredStatuses;
  const leads = (await selectAllowedLeads(actor, db))
    .where('leads.deleted', '=', false)
    .where('leads.status', 'in', statuses);
  return newestFirstPage(db, leads, page, leadFromRow);
}

/**
 * Lists the changes to the company's leads after a checkpoint. If the person can't have leads, the list is empty and
 * the checkpoint stays the same, so that the person misses nothing when this changes.
 */
async function listChangedLeads(actor: Actor, since: string, limit: number, services: Services) {
  const leads = await selectAllowedLeads(actor, services.db);
  const counter = companyCounter(services, actor.companyId);
  return pullPage(leads, { since, limit }, counter, leadFromRow);
}

/** Selects the company's leads, including deleted ones; none if the person can't have leads. */
async function selectAllowedLeads(actor: Actor, db: Services['db']) {
  const isAllowed = await canHaveLeads(db, actor);
  return selectLeads(db, actor.companyId).where((eb) => eb.lit(isAllowed));
}
