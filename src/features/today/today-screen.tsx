import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useToday } from '#src/data/time/use-server-time.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { countProducts, openProjects, unsentByProject } from '#src/features/projects/queries.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonList } from '#src/ui/feedback/skeleton.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { List } from '#src/ui/lists/list.tsx';
import { dayPlan, type DayPlan, type PlannedJob } from './day-plan.ts';
import { JobRow } from './job-row.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { combineLatest, map, type Observable } from 'rxjs';
import type { LeadDocument } from '#schemas/lead.ts';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import type { useAccount } from '#src/data/account/account-context.tsx';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { ProjectDocument } from '#schemas/project.ts';

/** `/today`: leads and projects by installation day. Works offline. */
export function TodayScreen() {
  const { t } = useLingui();
  usePageTitle(t`Today`);
  return (
    <Page title={<Trans>Today</Trans>}>
      <div className="space-y-7">
        <Plan />
        <CalendarFeed />
      </div>
    </Page>
  );
}

const sections = ['overdue', 'today', 'tomorrow', 'week', 'undated'] as const;

function Plan() {
  const { t } = useLingui();
  const today = useToday();
  const records = usePlanRecords();
  const changesByProject = useLiveQuery(unsentByProject, []);
  const plan =
    records &&
    dayPlan({
      ...records,
      countProductsOf: (project) => countProducts(project, changesByProject?.get(project.uuid)),
      today,
    });
  const titles: Record<keyof DayPlan, ReactNode> = {
    overdue: <Trans context="jobs">Overdue</Trans>,
    today: <Trans>Today</Trans>,
    tomorrow: <Trans>Tomorrow</Trans>,
    week: <Trans>The next days</Trans>,
    undated: <Trans context="jobs">Without a date</Trans>,
  };
  const filledSections = sections.filter((section) => plan && plan[section].length > 0);
  if (!plan || filledSections.length === 0) {
    return (
      <EmptyList
        collection="projects"
        isReading={!plan}
        skeleton={<SkeletonList label={t`Loading projects`} />}
        offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
      >
        <EmptyState drawing="empty-projects" title={<Trans>Nothing planned</Trans>}>
          <Trans>Leads and projects with an installation date appear here.</Trans>
        </EmptyState>
      </EmptyList>
    );
  }
  return (
    <div className="space-y-7">
      {filledSections.map((section) => (
        <Jobs
          key={section}
          title={titles[section]}
          jobs={plan[section]}
          showsDate={section === 'overdue' || section === 'week'}
        />
      ))}
    </div>
  );
}

/** Number of rows that each press of "Show more" adds. */
const PAGE_SIZE = 20;

interface JobsProps {
  title: ReactNode;
  jobs: readonly PlannedJob[];
  showsDate: boolean;
}

function Jobs({ title, jobs, showsDate }: JobsProps) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const more = jobs.length - limit;
  return (
    <Section title={title}>
      <List>
        {jobs.slice(0, limit).map((job) => (
          <JobRow key={job.id} job={job} showsDate={showsDate} />
        ))}
      </List>
      {more > 0 && (
        <Button variant="secondary" fullWidth onClick={() => setLimit(limit + PAGE_SIZE)}>
          <Trans>Show more ({more} left)</Trans>
        </Button>
      )}
    </Section>
  );
}

/** Leads in progress or with a project, and leads with an unsent edit. */
function plannedLeads({ collections }: ReturnType<typeof useAccount>): Observable<LeadDocument[]> {
  const { leads: leadCollection } = collections;
  return combineLatest([
    leadCollection.find({ selector: { group: { $in: ['open', 'scheduled'] } } }).$,
    leadCollection.find({ selector: { state: { $eq: 'waiting' } } }).$,
  ]).pipe(
    map((lists) => {
      const leads = lists.flat().map(plainDocument);
      return [...new Map(leads.map((lead) => [lead.uuid, lead])).values()];
    }),
  );
}

/** Leads that this user may see, and open projects; null while loading. */
function usePlanRecords(): {
  leads: readonly LeadDocument[];
  projects: readonly ProjectDocument[];
} | null {
  const canSeeLeads = useCanSee()(paths.leads());
  const leads = useLiveQuery(plannedLeads, []);
  const projects = useLiveQuery(openProjects, []);
  return leads && projects ? { leads: canSeeLeads ? leads : [], projects } : null;
}
