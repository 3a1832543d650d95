/** Reads the jobs of the day plan from the local database, live. */
import { combineLatest, map, type Observable } from 'rxjs';
import type { LeadDocument } from '#schemas/lead.ts';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { openProjects } from '#src/features/projects/queries.ts';
import type { ProjectDocument } from '#schemas/project.ts';

/** Leads in progress or with a project, and those of which an edit waits to be sent. */
function plannedLeads({ collections }: ReturnType<typeof useAccount>): Observable<LeadDocument[]> {
  const { leads: stored } = collections;
  return combineLatest([
    stored.find({ selector: { group: { $in: ['open', 'scheduled'] } } }).$,
    stored.find({ selector: { state: { $eq: 'waiting' } } }).$,
  ]).pipe(
    map((lists) => {
      const leads = lists.flat().map(plainDocument);
      return [...new Map(leads.map((lead) => [lead.uuid, lead])).values()];
    }),
  );
}

/** Leads that this person may see, and open projects; null while loading. */
export function usePlanRecords(): {
  leads: readonly LeadDocument[];
  projects: readonly ProjectDocument[];
} | null {
  const canSeeLeads = useCanSee()(paths.leads());
  const leads = useLiveQuery(plannedLeads, []);
  const projects = useLiveQuery(openProjects, []);
  return leads && projects ? { leads: canSeeLeads ? leads : [], projects } : null;
}
