/** Reads leads from the local database, live. */
import { combineLatest, map, type Observable, of } from 'rxjs';
import { type LeadGroup, leadViewOf } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { type ProjectLead, toProjectLead } from '#schemas/project-lead.ts';
import { type AppLink, paths } from '#src/app/paths.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { endWhen } from '#src/data/live/end-when.ts';
import { openLeads } from '#src/data/live/open-leads.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';

export { customerName, customerTown } from '#schemas/customer-text.ts';
export type Account = ReturnType<typeof useAccount>;

/** The newest leads of a group, at most `limit` if given. */
export function newestLeads(
  account: Account,
  group: LeadGroup,
  limit?: number,
): Observable<LeadDocument[]> {
  return account.collections.leads
    .find({
      selector: { group },
      sort: [{ newest_first: 'asc' }],
      ...(limit !== undefined && { limit }),
    })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/**
 * The leads of a group in list order, at most `limit` if given: open ones by deadline, others
 * newest first.
 */
export function leadsOfGroup(
  account: Account,
  group: LeadGroup,
  limit?: number,
): Observable<LeadDocument[]> {
  if (group !== 'open') return newestLeads(account, group, limit);
  return openLeads(account).pipe(map((leads) => leads.slice(0, limit)));
}

/** Counts the leads of each group. */
export function countByGroup(account: Account): Observable<Readonly<Record<LeadGroup, number>>> {
  const count = (group: LeadGroup) => account.collections.leads.count({ selector: { group } }).$;
  return combineLatest({
    open: count('open'),
    scheduled: count('scheduled'),
    completed: count('completed'),
    other: count('other'),
  });
}

/** One lead; null if it isn't on this device. */
export function leadById(account: Account, id: string): Observable<LeadDocument | null> {
  return account.collections.leads
    .findOne(id)
    .$.pipe(map((document) => document && plainDocument(document)));
}

/** Emits once the server rejects an edit of the lead, so that a toast about the edit can end. */
export const whenRejected = (account: Account, id: string) =>
  endWhen(leadById(account, id), (lead) => lead?.state === 'refused');

/** Draft of the agreement step; null if there is none. */
export function leadDraft(account: Account, id: string) {
  return account.leadDrafts.draft$(id);
}
export type LeadDraft = Parameters<Account['leadDrafts']['saveDraft']>[1];

/**
 * Returns the lead that a project came from; null if there is none or it isn't on this device, undefined while loading.
 */
export function useLeadOfProject(savedLead: ProjectLead | null): LeadDocument | null | undefined {
  const id = savedLead?.uuid ?? null;
  return useLiveQuery((account) => (id === null ? of(null) : leadById(account, id)), [id]);
}

/**
 * Returns the customer data of a project's lead, including unsent edits. Uses the project's copy if this device doesn't
 * have the lead, for example because the user's role has no leads.
 * @param savedLead the project's copy
 * @returns `lead` is null if it can't be edited here
 */
export function useCustomerOfProject(savedLead: ProjectLead): {
  readonly customer: ProjectLead;
  readonly lead: LeadDocument | null;
} {
  const lead = useLeadOfProject(savedLead) ?? null;
  return { customer: lead ? toProjectLead(lead) : savedLead, lead };
}

// The screen of a lead, by its status (spec 1 §4: redirects).

type LeadRouteInput = Pick<LeadDocument, 'uuid' | 'status' | 'project_id' | 'state'>;

/**
 * Returns the screen for a lead: its steps, its project, or the archive. A lead with a rejected edit keeps its
 * own screen, where the user can resolve it.
 */
export function leadRoute({ uuid, status, project_id, state }: LeadRouteInput): AppLink {
  const view = leadViewOf(status);
  if (view === 'archive') return paths.leadArchive(uuid);
  if (view === 'project' && project_id !== null && state !== 'refused') {
    return paths.project(project_id);
  }
  return paths.lead(uuid);
}

/**
 * Returns the id of the project that is deleted from this device if the lead's pending or rejected edits are dropped.
 * Null if there is none, or if its products and photos move to the lead's actual project.
 */
export function deletedProjectOf({
  edits,
  state,
  before,
  project_id,
}: Pick<LeadDocument, 'edits' | 'state' | 'before' | 'project_id'>): string | null {
  const ownId = edits.find((edit) => edit.project_id !== undefined)?.project_id ?? null;
  const remainingId = state === 'waiting' ? (before?.project_id ?? null) : project_id;
  return remainingId === null || remainingId === ownId ? ownId : null;
}

/** Returns the id of a project of this device that a rejected lead gives up for the lead's project; null if none. */
export function replacedProjectOf(
  lead: Pick<LeadDocument, 'edits' | 'state' | 'before' | 'project_id'>,
): string | null {
  if (lead.state !== 'refused' || deletedProjectOf(lead) !== null) return null;
  return lead.edits.find(({ project_id }) => project_id !== undefined)?.project_id ?? null;
}
