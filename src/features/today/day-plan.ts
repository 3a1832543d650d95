/** The installation plan: jobs by day, with the details that are missing for each (docs/behaviour/day-plan.md). */
import { addDays } from '#schemas/calendar-day.ts';
import { jobProducts } from '#schemas/job-event.ts';
import { DAYS_AHEAD, type Job, listOpenJobs } from '#schemas/jobs.ts';
import { lacksStreetNumber } from '#schemas/lead-edit.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { RequestedItem } from '#schemas/requested-items.ts';

/** Something that a job needs before the installation. */
export type MissingDetail = 'date' | 'address' | 'phone' | 'products';

/** A job in the plan. */
export interface PlannedJob extends Job<LeadDocument, ProjectDocument> {
  /** Products that the customer asked for; empty if unknown. */
  readonly products: readonly RequestedItem[];
  readonly missingDetails: readonly MissingDetail[];
}

/** Sections of the plan. */
export interface DayPlan {
  /** The date has passed, but nothing has been installed yet; oldest first. */
  readonly overdue: readonly PlannedJob[];
  readonly today: readonly PlannedJob[];
  readonly tomorrow: readonly PlannedJob[];
  /** From the day after tomorrow, up to `DAYS_AHEAD`; by date. */
  readonly week: readonly PlannedJob[];
  /** Without a date, although the customer has been contacted; newest first. */
  readonly undated: readonly PlannedJob[];
}

/** Input for the plan. */
interface PlanSource {
  /** All active leads; empty without permission. */
  readonly leads: readonly LeadDocument[];
  /** All open projects. */
  readonly projects: readonly ProjectDocument[];
  /** Number of a project's products, including those not yet sent. */
  readonly countProductsOf: (project: ProjectDocument) => number;
  /** Day in the company's region: `2026-05-04`. */
  readonly today: string;
}

/** Sorts open leads and projects into the plan. Leaves out jobs that are later than the plan's last day. */
export function dayPlan({ leads, projects, countProductsOf, today }: PlanSource): DayPlan {
  const jobs = listOpenJobs(leads, projects).map(plannedJob);
  const tomorrow = addDays(today, 1);
  const lastDay = addDays(today, DAYS_AHEAD - 1);
  const datedJobs = jobs
    .flatMap((job) => (job.date === null ? [] : [{ job, date: job.date }]))
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.job.id, b.job.id));
  const jobsWhere = (isIncluded: (date: string, job: PlannedJob) => boolean) =>
    datedJobs.filter(({ date, job }) => isIncluded(date, job)).map(({ job }) => job);
  const isStarted = (job: PlannedJob) => hasStarted(job, countProductsOf);
  return {
    overdue: jobsWhere((date, job) => date < today && !isStarted(job)),
    today: jobsWhere((date) => date === today),
    tomorrow: jobsWhere((date) => date === tomorrow),
    week: jobsWhere((date) => date > tomorrow && date <= lastDay),
    undated: jobs
      .filter((job) => job.date === null && !isStarted(job) && isDateExpected(job))
      .toSorted((a, b) => sortKey(a) - sortKey(b)),
  };
}

function plannedJob(job: Job<LeadDocument, ProjectDocument>): PlannedJob {
  const { lead, customer } = job;
  const products = jobProducts(job);
  const isMissing: Record<MissingDetail, boolean> = {
    date: job.date === null,
    address: lacksAddress(job),
    // Only leads have phone numbers and requests.
    phone: customer !== null && !/\d/.test(customer.Mobile + customer.MobilePhone),
    products: lead !== null && products.length === 0,
  };
  const missingDetails = (Object.keys(isMissing) as MissingDetail[]).filter(
    (name) => isMissing[name],
  );
  return { ...job, products, missingDetails };
}

function lacksAddress({ lead, project }: Pick<PlannedJob, 'lead' | 'project'>): boolean {
  const { StreetHouseNumber, PostalCode, City } = lead?.customer_info ?? {
    StreetHouseNumber: project?.street_name ?? '',
    PostalCode: project?.postal_code ?? '',
    City: project?.city ?? '',
  };
  return lacksStreetNumber({ StreetHouseNumber }) || PostalCode + City === '';
}

/** True once products have been scanned for the job, so that a date in the past needs no decision. */
function hasStarted(
  { project }: PlannedJob,
  countProductsOf: PlanSource['countProductsOf'],
): boolean {
  if (project === null) return false;
  const isInProgress = project.status.id === projectStatus.inProgress;
  return countProductsOf(project) > 0 || (project.lead !== null && isInProgress);
}

function isDateExpected({ lead, project }: PlannedJob): boolean {
  return project !== null || lead?.status === 'contacted';
}

function sortKey({ lead, project }: PlannedJob): number {
  return (project ?? lead)?.newest_first ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
