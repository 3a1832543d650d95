/** What the lead screens and others read of the leads on this device. Live. */
import { combineLatest, map, type Observable, of } from 'rxjs';
import type { LeadDocument } from '#schemas/lead.ts';
import { type ProjectLead, projectLeadOf } from '#schemas/project-lead.ts';
import type { LeadGroup } from '#schemas/lead-steps.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { endWhen } from '#src/data/live/end-when.ts';
import { openLeads } from '#src/data/live/open-leads.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';

export { customerName, customerTown } from '#src/data/text/customer-text.ts';
export { leadRoute } from './lead-route.ts';
export type Account = ReturnType<typeof useAccount>;

/** The newest leads of a group, at most `limit`, or all of them. */
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
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** The leads of a group as its list has them, at most `limit`, or all of them: open ones by their deadlines, others the newest first. */
export function leadsOfGroup(
  account: Account,
  group: LeadGroup,
  limit?: number,
): Observable<LeadDocument[]> {
  if (group !== 'open') return newestLeads(account, group, limit);
  return openLeads(account).pipe(map((leads) => leads.slice(0, limit)));
}

/** How many leads there are in each group. */
export function countByGroup(account: Account): Observable<Readonly<Record<LeadGroup, number>>> {
  const count = (group: LeadGroup) => account.collections.leads.count({ selector: { group } }).$;
  return combineLatest({
    open: count('open'),
    scheduled: count('scheduled'),
    completed: count('completed'),
    other: count('other'),
  });
}

/** One lead, or null when it is not on this device. */
export function leadById(account: Account, id: string): Observable<LeadDocument | null> {
  return account.collections.leads
    .findOne(id)
    .$.pipe(map((found) => found && plainDocument(found)));
}

/** For a toast about an edit of a lead: ends it once the server has refused the edit. */
export const whenRejected = (account: Account, id: string) =>
  endWhen(leadById(account, id), (lead) => lead?.state === 'refused');

/** What is entered in a lead's agreement step so far; null where nothing is. */
export function leadDraft(account: Account, id: string) {
  return account.leadDrafts.draft$(id);
}
export type LeadDraft = Parameters<Account['leadDrafts']['saveDraft']>[1];

/** The lead that a project was, where it was one and this device has it; undefined until that is read. */
export function useLeadOfProject(kept: ProjectLead | null): LeadDocument | null | undefined {
  const id = kept?.uuid ?? null;
  return useLiveQuery((account) => (id === null ? of(null) : leadById(account, id)), [id]);
}

/**
 * The lead that a project was: as the lead says it now, edits that wait among it; where this device
 * has no such lead (another role's), as the project kept it.
 * @param kept the project's own copy
 * @returns `lead` is null where it can't be edited here
 */
export function useCustomerOfProject(kept: ProjectLead): {
  readonly shown: ProjectLead;
  readonly lead: LeadDocument | null;
} {
  const lead = useLeadOfProject(kept) ?? null;
  return { shown: lead ? projectLeadOf(lead) : kept, lead };
}
