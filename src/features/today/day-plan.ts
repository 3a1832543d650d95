/** The plan of installations: jobs by day, with what each one lacks (docs/behaviour/day-plan.md). Pure. */
import { addDays } from '#schemas/calendar-day.ts';
import { lacksStreetNumber } from '#schemas/lead-edit.ts';
import { isActiveLead } from '#schemas/lead-status.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectLead } from '#schemas/project-lead.ts';
import { isProjectOpen, projectStatus } from '#schemas/project-status.ts';
import type { ProjectDocument } from '#schemas/project.ts';

/** Number of days in the plan, including today: on a Friday, the last one is next Thursday. */
export const DAYS_AHEAD = 7;

/** Something that a job needs before the installation. */
export type Missing = 'date' | 'address' | 'phone' | 'products';

/** An installation: a lead, a project, or a project with its lead. */
export interface Job {
  /** Stays the same when a lead becomes a project: the calendar recognises the event by it. */
  readonly id: string;
  /** Null if there is none, or if this device doesn't have it. */
  readonly lead: LeadDocument | null;
  /** Null before there is one. */
  readonly project: ProjectDocument | null;
  /** `2026-05-04`; null if there is none. */
  readonly date: string | null;
  /** Null if the project isn't from a lead. */
  readonly customer: Pick<ProjectLead, 'customer_info' | 'Mobile' | 'MobilePhone'> | null;
  readonly missing: readonly Missing[];
}

export interface DayPlan {
  /** The date has passed, but nothing is installed yet; oldest first. */
  readonly overdue: readonly Job[];
  readonly today: readonly Job[];
  readonly tomorrow: readonly Job[];
  /** The days after tomorrow, up to `DAYS_AHEAD`; by date. */
  readonly week: readonly Job[];
  /** Without a date, although the customer has been contacted; newest first. */
  readonly undated: readonly Job[];
}

/**
 * Sorts open leads and projects into the plan. A lead and its project are one job. Later jobs aren't in it.
 * @param leads ended ones hide their project, in case the server doesn't know yet that they ended
 * @param today in the company's region: `2026-05-04`
 */
export function dayPlan(
  leads: readonly LeadDocument[],
  projects: readonly ProjectDocument[],
  today: string,
): DayPlan {
  const jobs = jobsOf(leads, projects);
  const tomorrow = addDays(today, 1);
  const lastDay = addDays(today, DAYS_AHEAD - 1);
  const dated = jobs
    .flatMap((job) => (job.date === null ? [] : [{ job, date: job.date }]))
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.job.id, b.job.id));
  const jobsWhere = (isIncluded: (date: string, job: Job) => boolean) =>
    dated.filter(({ date, job }) => isIncluded(date, job)).map(({ job }) => job);
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

function jobsOf(leads: readonly LeadDocument[], projects: readonly ProjectDocument[]): Job[] {
  const leadsById = new Map(leads.map((lead) => [lead.uuid, lead]));
  const projectJobs = projects
    .filter(({ status }) => isProjectOpen(status.id))
    .map((project) => jobOf(leadsById.get(project.lead?.uuid ?? '') ?? null, project))
    .filter(({ lead }) => lead === null || isActiveLead(lead.status));
  const planned = new Set(projectJobs.map(({ id }) => id));
  const leadJobs = leads
    .filter(({ uuid, status }) => isActiveLead(status) && !planned.has(uuid))
    .map((lead) => jobOf(lead, null));
  return [...projectJobs, ...leadJobs];
}

/** Prefers the lead's values: they include edits that the server doesn't have yet. */
function jobOf(lead: LeadDocument | null, project: ProjectDocument | null): Job {
  const customer = lead ?? project?.lead ?? null;
  const date = lead ? lead.expected_installation_date : (project?.installation_date ?? null);
  const hasRequest = lead && (lead.products.length > 0 || Boolean(lead.window_windows_number));
  const isMissing: Record<Missing, boolean> = {
    date: date === null,
    address: !hasAddress(lead, project),
    // Only leads have phone numbers and requests.
    phone: customer !== null && !/\d/.test(customer.Mobile + customer.MobilePhone),
    products: hasRequest === false,
  };
  const missing = (Object.keys(isMissing) as Missing[]).filter((name) => isMissing[name]);
  return { id: customer?.uuid ?? project?.uuid ?? '', lead, project, date, customer, missing };
}

function hasAddress(lead: LeadDocument | null, project: ProjectDocument | null): boolean {
  const { StreetHouseNumber, PostalCode, City } = lead?.customer_info ?? {
    StreetHouseNumber: project?.street_name ?? '',
    PostalCode: project?.postal_code ?? '',
    City: project?.city ?? '',
  };
  return !lacksStreetNumber({ StreetHouseNumber }) && PostalCode + City !== '';
}

/** True once products were scanned there: then a date in the past needs no decision. */
function isStarted({ project }: Job): boolean {
  if (project === null) return false;
  const isInProgress = project.status.id === projectStatus.inProgress;
  return project.products_count > 0 || (project.lead !== null && isInProgress);
}

function isDateExpected({ lead, project }: Job): boolean {
  return project !== null || lead?.status === 'contacted' || lead?.status === 'agreed';
}

function sortKey({ lead, project }: Job): number {
  return (project ?? lead)?.newest_first ?? 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
