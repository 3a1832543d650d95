/** A company's installations: combines leads and projects into jobs with a planned day (docs/behaviour/day-plan.md). */
import { customerAddress, customerName } from './customer-text.ts';
import { isActiveLead, leadGroupOf } from './lead-status.ts';
import type { Lead } from './lead.ts';
import type { ProjectLead } from './project-lead.ts';
import { isProjectOpen } from './project-status.ts';
import type { Project } from './project.ts';

/** Number of days in the day plan, including today: on a Friday, it ends next Thursday. */
export const DAYS_AHEAD = 7;

export type JobLead = Pick<Lead, 'uuid' | 'status' | 'expected_installation_date'> & Customer;
export type JobProject = Pick<
  Project,
  'uuid' | 'status' | 'installation_date' | 'lead' | 'street_name' | 'postal_code' | 'city'
>;
type Customer = Pick<ProjectLead, 'uuid' | 'customer_info' | 'Mobile' | 'MobilePhone'>;

/** An installation: a lead, a project, or a project with its lead. */
export interface Job<L extends JobLead, P extends JobProject> {
  /** Unchanged when a lead becomes a project, so that a calendar recognises the event. */
  readonly id: string;
  /** Null if the job has no lead, or if the lead isn't among the given leads. */
  readonly lead: L | null;
  /** Null until the job has a project. */
  readonly project: P | null;
  /** The planned day, such as `2026-05-04`. Null if none is planned. */
  readonly date: string | null;
  /** Null if the project isn't from a lead. */
  readonly customer: Customer | null;
}

/**
 * Lists the open jobs. A lead and its project are one job, and an agreed lead is listed only with its project.
 * @param leads all leads, including those that have ended, so that their projects can be left out
 */
export function listOpenJobs<L extends JobLead, P extends JobProject>(
  leads: readonly L[],
  projects: readonly P[],
): Job<L, P>[] {
  const leadsById = new Map(leads.map((lead) => [lead.uuid, lead]));
  const projectJobs = projects
    .filter(({ status }) => isProjectOpen(status.id))
    .map((project) => toJob(leadsById.get(project.lead?.uuid ?? '') ?? null, project))
    .filter(({ lead }) => lead === null || isActiveLead(lead.status));
  const plannedProjects = new Set(projectJobs.map(({ id }) => id));
  const leadJobs = leads
    .filter(({ uuid, status }) => leadGroupOf(status) === 'open' && !plannedProjects.has(uuid))
    .map((lead) => toJob<L, P>(lead, null));
  return [...projectJobs, ...leadJobs];
}

/**
 * Combines a lead and its project. Prefers the lead's values, because on a device they include edits that the
 * server doesn't have yet.
 */
export function toJob<L extends JobLead, P extends JobProject>(
  lead: L | null,
  project: P | null,
): Job<L, P> {
  const customer = lead ?? project?.lead ?? null;
  const date = lead ? lead.expected_installation_date : (project?.installation_date ?? null);
  return { id: customer?.uuid ?? project?.uuid ?? '', lead, project, date, customer };
}

/** Installation address on one line; empty if unknown. */
export function jobAddress({ lead, project }: Job<JobLead, JobProject>): string {
  if (lead) return customerAddress(lead.customer_info);
  if (!project) return '';
  const { street_name, postal_code, city } = project;
  return customerAddress({ StreetHouseNumber: street_name, PostalCode: postal_code, City: city });
}

/** Returns the customer's name, or the address if there is no name. May be empty. */
export function jobSubject(job: Job<JobLead, JobProject>): string {
  return (job.customer && customerName(job.customer.customer_info)) || jobAddress(job);
}
