/** What the first steps read of the data on this device. Live. */
import { combineLatest, map, type Observable } from 'rxjs';
import { newestLeads } from '#src/features/leads/queries.ts';
import { newestProjects } from '#src/features/projects/queries.ts';
import { hasScans } from '#src/features/scan/queries.ts';
import { firstSteps, type FirstStep } from './first-steps.ts';

type Account = Parameters<typeof newestProjects>[0];

/** The steps that a company has before it that has closed no project; null where it needs none. */
export function watchFirstSteps(account: Account): Observable<readonly FirstStep[] | null> {
  return combineLatest({
    closed: newestProjects(account, 'closed', 1),
    lost: newestProjects(account, 'lost', 1),
    open: newestProjects(account, 'open', 1),
    reviewed: newestProjects(account, 'in_review', 1),
    hasScans: hasScans(account),
    leads: combineLatest([newestLeads(account, 'open', 1), newestLeads(account, 'scheduled', 1)]),
  }).pipe(
    map(({ closed, lost, open, reviewed, hasScans: scanned, leads }) =>
      firstSteps({
        hasEnded: closed.length > 0 || lost.length > 0,
        hasScans: scanned,
        hasLeads: leads.some(({ length }) => length > 0),
        project: open[0] ?? reviewed[0] ?? null,
        isInReview: reviewed.length > 0,
      }),
    ),
  );
}
