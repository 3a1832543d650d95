import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#schemas/calendar-day.ts';
import { projectFromWire } from '#schemas/from-wire.ts';
import { DAYS_AHEAD } from '#schemas/jobs.ts';
import { isActiveLead, leadGroupOf, leadStatuses } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { toProjectLead } from '#schemas/project-lead.ts';
import { isProjectOpen } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { dayPlan, type DayPlan, type PlannedJob } from '#src/features/today/day-plan.ts';
import { leadOf } from '#test/src/leads/lead-fixture.ts';
import { savedProject } from '#test/sync/project-histories.ts';

const today = '2026-12-30';
const idAt = (kind: number, index: number) =>
  `40000000-0000-4000-8000-${String(kind * 1000 + index).padStart(12, '0')}`;
const projectOf = (changes: Partial<ProjectDocument>) => ({
  ...projectFromWire(savedProject),
  ...changes,
});
const groups = ['overdue', 'today', 'tomorrow', 'week', 'undated'] as const;
const allJobs = (plan: DayPlan) => groups.flatMap((group) => plan[group]);
/** The plan of today, without unsent products. */
const planOf = (leads: readonly LeadDocument[], projects: readonly ProjectDocument[]) =>
  dayPlan({ leads, projects, countProductsOf: ({ products_count: count }) => count, today });
const firstJob = (leads: LeadDocument[], projects: ProjectDocument[]) => {
  const [job] = allJobs(planOf(leads, projects));
  return job;
};

const date = fc.option(fc.integer({ min: -10, max: 12 }).map((days) => addDays(today, days)));
const leads = fc
  .array(fc.record({ status: fc.constantFrom(...leadStatuses), date, phone: fc.boolean() }), {
    maxLength: 12,
  })
  .map((all) =>
    all.map((lead, index) =>
      leadOf({
        uuid: idAt(1, index),
        status: lead.status,
        expected_installation_date: lead.date,
        Mobile: lead.phone ? '501 234 567' : '',
        MobilePhone: '',
      }),
    ),
  );
const plans = leads.chain((allLeads) =>
  fc
    .array(
      fc.record({
        status: fc.constantFrom(1, 2, 3, 4, 5),
        date,
        products_count: fc.nat({ max: 2 }),
        /** The index of the job's lead; -1 if it isn't from a lead. */
        lead: fc.integer({ min: -1, max: Math.max(-1, allLeads.length - 1) }),
      }),
      { maxLength: 12 },
    )
    .map((all) => {
      const usedIds = new Set<number>();
      const projects = all.map((project, index) => {
        const isTaken = usedIds.has(project.lead);
        usedIds.add(project.lead);
        const lead = isTaken ? undefined : allLeads[project.lead];
        return projectOf({
          uuid: idAt(2, index),
          status: { id: project.status },
          installation_date: project.date,
          products_count: project.products_count,
          lead: lead ? toProjectLead(lead) : null,
        });
      });
      return { leads: allLeads, projects };
    }),
);

const isIn: Readonly<Record<(typeof groups)[number], (job: PlannedJob) => boolean>> = {
  overdue: (job) => job.date !== null && job.date < today,
  today: (job) => job.date === today,
  tomorrow: (job) => job.date === '2026-12-31',
  week: (job) => job.date !== null && job.date >= '2027-01-01' && job.date <= '2027-01-05',
  undated: (job) => job.date === null,
};

describe('the plan', () => {
  test('has each job once, in the group of its date, in order', () => {
    fc.assert(
      fc.property(plans, (input) => {
        const plan = planOf(input.leads, input.projects);
        const ids = allJobs(plan).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const group of groups) {
          expect(plan[group].every(isIn[group])).toBe(true);
          const dates = plan[group].map((job) => job.date ?? '');
          expect(dates).toEqual(dates.toSorted());
        }
      }),
    );
  });

  test('has every open job of the next days, and no finished job', () => {
    fc.assert(
      fc.property(plans, (input) => {
        const plannedJobs = allJobs(planOf(input.leads, input.projects));
        const isNear = (day: string | null) =>
          day !== null && day >= today && day < addDays(today, DAYS_AHEAD);
        for (const project of input.projects) {
          const lead = input.leads.find(({ uuid }) => uuid === project.lead?.uuid);
          const isOpen = isProjectOpen(project.status.id) && (!lead || isActiveLead(lead.status));
          const day = lead ? lead.expected_installation_date : project.installation_date;
          const isPlanned = plannedJobs.some((job) => job.project?.uuid === project.uuid);
          expect(isPlanned).toBe(isOpen && (isNear(day) || isPlanned));
        }
        for (const lead of input.leads) {
          const isPlanned = plannedJobs.some((job) => job.lead?.uuid === lead.uuid);
          const isOpen = leadGroupOf(lead.status) === 'open';
          const isDue = isOpen && isNear(lead.expected_installation_date);
          expect(isPlanned).toBe(isActiveLead(lead.status) && (isDue || isPlanned));
        }
      }),
    );
  });
});

describe('a job', () => {
  test('is overdue only until it has a product', () => {
    const passedDate = { installation_date: '2026-12-28' };
    const overdue = (project: ProjectDocument) => planOf([], [project]).overdue.length;
    expect(overdue(projectOf(passedDate))).toBe(1);
    expect(overdue(projectOf({ ...passedDate, products_count: 1 }))).toBe(0);
    const lead = toProjectLead(leadOf());
    expect(overdue(projectOf({ ...passedDate, lead, status: { id: 4 } }))).toBe(1);
    // The products were scanned on another phone, and then removed.
    expect(overdue(projectOf({ ...passedDate, lead, status: { id: 1 } }))).toBe(0);
  });

  test('isn’t overdue while its products wait to be sent', () => {
    const project = projectOf({ installation_date: '2026-12-28', products_count: 0 });
    const plan = (unsent: number) =>
      dayPlan({ leads: [], projects: [project], countProductsOf: () => unsent, today });
    expect(plan(0).overdue).toHaveLength(1);
    expect(plan(1).overdue).toHaveLength(0);
  });

  test('of an agreed lead ends when its project ends, even before the lead is closed', () => {
    const lead = leadOf({
      status: 'agreed',
      group: 'scheduled',
      expected_installation_date: today,
    });
    const inReview = projectOf({ lead: toProjectLead(lead), status: { id: 5 } });
    expect(allJobs(planOf([lead], [inReview]))).toEqual([]);
  });

  test('without a date is listed once the customer has been contacted', () => {
    const isListed = (lead: LeadDocument) => planOf([lead], []).undated.length === 1;
    expect(
      (['new', 'interested', 'contacted'] as const).map((status) => isListed(leadOf({ status }))),
    ).toEqual([false, false, true]);
  });

  test('keeps its id when the lead becomes a project, and takes the date of the lead’s unsent edit', () => {
    const lead = leadOf({ status: 'contacted', expected_installation_date: today });
    const before = firstJob([lead], []);
    const project = projectOf({ lead: toProjectLead(lead), installation_date: today });
    const movedLead = { ...lead, expected_installation_date: '2026-12-31' };
    expect(planOf([movedLead], [project])).toMatchObject({
      today: [],
      tomorrow: [{ id: before?.id, lead: movedLead, project }],
    });
    // Without access to leads, the project's own copy is used.
    expect(firstJob([], [project])).toMatchObject({ id: before?.id, lead: null, date: today });
  });

  test('lists its missing details', () => {
    const lead = leadOf({
      status: 'contacted',
      Mobile: '',
      MobilePhone: 'none',
      products: [],
      window_windows_number: 0,
      customer_info: { ...leadOf().customer_info, StreetHouseNumber: 'ul. Polna' },
    });
    expect(firstJob([lead], [])?.missingDetails).toEqual(['date', 'address', 'phone', 'products']);
    const complete = leadOf({ status: 'contacted', expected_installation_date: today });
    expect(firstJob([complete], [])?.missingDetails).toEqual([]);
    // A project without a lead has no customer and no request.
    expect(firstJob([], [projectOf({})])?.missingDetails).toEqual(['date']);
    expect(firstJob([], [projectOf({ installation_date: today })])?.missingDetails).toEqual([]);
  });
});
