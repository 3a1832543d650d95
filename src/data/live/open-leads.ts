/** Open leads, as listed on the home screen and in the leads list. Live. */
import { map, type Observable } from 'rxjs';
import type { LeadDocument } from '#schemas/lead.ts';
import type { LocalAccount } from '#sync/account.ts';
import { sortByDeadline } from '../time/sort-by-deadline.ts';
import { plainDocument } from './plain-document.ts';

/** Leads that need action, earliest deadline first. */
export function openLeads(account: LocalAccount): Observable<LeadDocument[]> {
  return account.collections.leads
    .find({ selector: { group: 'open' }, sort: [{ newest_first: 'asc' }] })
    .$.pipe(map((leads) => sortByDeadline(leads.map(plainDocument), (lead) => lead.expires_on)));
}
