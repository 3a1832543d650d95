/** Reads the next jobs from the local database, for the home screen. */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { addDays } from '#schemas/calendar-day.ts';
import { DAYS_AHEAD, type Job, listOpenJobs } from '#schemas/jobs.ts';
import type { LeadGroup } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { filterStatuses } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useToday } from '#src/data/time/use-server-time.ts';

/** Maximum number of jobs per status to read for the home screen. */
const MAX_JOBS = 50;

type Account = Pick<ReturnType<typeof useAccount>, 'collections'>;
type DeviceJob = Job<LeadDocument, ProjectDocument>;

/** Next jobs of the company. */
interface NextJobs {
  /** True if there are open jobs, on any day or without one. */
  readonly hasJobs: boolean;
  /** The jobs on the days of the day plan, sorted by date. */
  readonly jobs: readonly (DeviceJob & { readonly date: string })[];
}

const activeGroups = ['open', 'scheduled'] as const satisfies readonly LeadGroup[];

/** One indexed query per group or status, because a query over several can't use an index. */
function datedRecords({ collections }: Account, days: { $gte: string; $lte: string }) {
  const options = { sort: [{ newest_first: 'asc' as const }], limit: MAX_JOBS };
  return {
    leads: activeGroups.map(
      (group) =>
        collections.leads.find({
          selector: { group, expected_installation_date: days },
          ...options,
        }).$,
    ),
    projects: filterStatuses.open.map(
      (status) =>
        collections.projects.find({
          selector: { 'status.id': status, installation_date: days },
          ...options,
        }).$,
    ),
  };
}

/**
 * Reads the jobs from `today` to the end of the plan, at most `MAX_JOBS` per status. On this device, a lead's date
 * overrides the date of its project. Therefore also reads the projects of the leads that were found, and the leads of
 * the projects that were found.
 */
function datedJobs(account: Account, today: string, canSeeLeads: boolean): Observable<DeviceJob[]> {
  const { leads, projects } = account.collections;
  const lastDay = addDays(today, DAYS_AHEAD - 1);
  const recordQueries = datedRecords(account, { $gte: today, $lte: lastDay });
  return combineLatest([
    canSeeLeads ? combineLatest(recordQueries.leads) : of([]),
    combineLatest(recordQueries.projects),
  ]).pipe(
    switchMap(([leadLists, projectLists]) => {
      const [foundLeads, foundProjects] = [leadLists.flat(), projectLists.flat()];
      const leadIds = foundProjects.flatMap(({ lead }) => (lead ? [lead.uuid] : []));
      const projectIds = foundLeads.flatMap(({ project_id }) => project_id ?? []);
      return combineLatest([
        canSeeLeads ? leads.findByIds(leadIds).$ : of(new Map<string, never>()),
        projects.findByIds(projectIds).$,
      ]).pipe(
        map(([otherLeads, otherProjects]) =>
          listOpenJobs(
            distinctById([...foundLeads, ...otherLeads.values()].map(plainDocument)),
            distinctById([...foundProjects, ...otherProjects.values()].map(plainDocument)),
          ),
        ),
      );
    }),
    map((jobs) => jobs.filter(({ date }) => date !== null && date >= today && date <= lastDay)),
  );
}

function distinctById<Row extends { readonly uuid: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.uuid, row])).values()];
}

/** Emits true if there is an open lead or project. */
function hasOpenJobs({ collections }: Account, canSeeLeads: boolean): Observable<boolean> {
  const openProjects = filterStatuses.open.map(
    (status) => collections.projects.findOne({ selector: { 'status.id': status } }).$,
  );
  const openLead$ = collections.leads.findOne({ selector: { group: 'open' } }).$;
  return combineLatest(canSeeLeads ? [...openProjects, openLead$] : openProjects).pipe(
    map((records) => records.some((document) => document !== null)),
  );
}

/** Reads the company's next jobs, without leads if the user isn't allowed to see them. */
export function nextJobs(
  account: Account,
  today: string,
  canSeeLeads: boolean,
): Observable<NextJobs> {
  return combineLatest({
    hasJobs: hasOpenJobs(account, canSeeLeads),
    jobs: datedJobs(account, today, canSeeLeads).pipe(
      map((jobs) =>
        jobs
          .flatMap((job) => (job.date === null ? [] : [{ ...job, date: job.date }]))
          .toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
      ),
    ),
  });
}

/** Returns the next jobs that this user may see, and updates them when they change. Undefined while loading. */
export function useNextJobs(): NextJobs | undefined {
  const canSeeLeads = useCanSee()(paths.leads());
  const today = useToday();
  return useLiveQuery((account) => nextJobs(account, today, canSeeLeads), [today, canSeeLeads]);
}
