import * as v from 'valibot';
import { projectLead } from './lead.ts';
import { moment, newestFirst, text, uuid, wholeNumber } from './primitives.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';
import { scan } from './scan.ts';
import { surveyQuestion, surveyResponse } from './survey.ts';

/** Project status ids (spec 1 §4). */
export const projectStatus = {
  inProgress: 1,
  closed: 2,
  lost: 3,
  scheduled: 4,
  inReview: 5,
} as const;
export const projectStatusId = v.picklist([1, 2, 3, 4, 5]);
export type ProjectStatusId = v.InferOutput<typeof projectStatusId>;

/** Whether products may still be added to and removed from a project. */
export function isOpen(status: ProjectStatusId): boolean {
  return status === projectStatus.inProgress || status === projectStatus.scheduled;
}

/** The filter of the project list (spec 1 §2): open by default. */
export const projectFilter = v.picklist(['open', 'in_review', 'closed', 'lost']);
export type ProjectFilter = v.InferOutput<typeof projectFilter>;
export const filterStatuses: Record<ProjectFilter, readonly ProjectStatusId[]> = {
  open: [projectStatus.inProgress, projectStatus.scheduled],
  in_review: [projectStatus.inReview],
  closed: [projectStatus.closed],
  lost: [projectStatus.lost],
};

/** A project as the server lists it. Its products are the scans that name it. */
export const project = v.object({
  ...replicatedEntries,
  name: text(120),
  street_name: text(160),
  postal_code: text(16),
  city: text(80),
  status: v.object({ id: projectStatusId }),
  products_count: wholeNumber,
  /** Frozen when the project is submitted; 0 while it is open. */
  available_points: wholeNumber,
  max_points: wholeNumber,
  /** What the products are worth now: the valid ones, and all but the rejected ones. */
  calculated_available_points: wholeNumber,
  calculated_max_points: wholeNumber,
  project_closed: v.nullable(moment),
  /** When an open project is lost; null when it is not open any more. */
  expires_at: v.nullable(moment),
  warranty_certificate_uuid: v.nullable(uuid),
  /** The questions to answer when closing; an empty list where there are none. */
  survey: v.array(surveyQuestion),
  /** The lead that it was, where it was one. */
  lead: v.nullable(projectLead),
});
export type Project = v.InferOutput<typeof project>;

/** `GET /v1/project/{id}`: with the products and the days left by the server's clock. */
export const projectDetail = v.object({
  ...project.entries,
  days_left: v.nullable(wholeNumber),
  products: v.array(scan),
});
export type ProjectDetail = v.InferOutput<typeof projectDetail>;

/** What a new project needs (spec 1 §5): postal code and street; the person must be online. */
export const projectCreate = v.object({
  name: v.optional(text(120)),
  streetName: text(160, 1),
  city: v.optional(text(80)),
  postalCode: text(16, 1),
});
export type ProjectCreate = v.InferOutput<typeof projectCreate>;

/** `PATCH /v1/project/{id}`: work on a scheduled project has begun. */
export const projectPatch = v.object({ status: v.literal(projectStatus.inProgress) });

/**
 * A submitted closing survey that the server has not judged yet. It is held until every product of
 * the project is settled, so that no product is left behind in a closed project.
 */
export const projectClosing = v.object({
  uuid,
  response: surveyResponse,
  released: v.boolean(),
});
export type ProjectClosing = v.InferOutput<typeof projectClosing>;

/** The project in the local database. */
export const projectDocument = v.object({
  ...v.omit(project, ['deleted']).entries,
  state: v.picklist(['synced', 'waiting', 'refused']),
  newest_first: newestFirst,
  refusal: v.nullable(refusal),
  closing: v.nullable(projectClosing),
  /**
   * Set on a project that this device made of a lead while the server does not know of it: the lead.
   * Its scans and its closing are held until then (F06).
   */
  awaits_lead: v.nullable(uuid),
});
export type ProjectDocument = v.InferOutput<typeof projectDocument>;

/**
 * Whole days until an open project is lost (spec 1 §3, `days_left`).
 * @param now milliseconds since 1970, by the server's clock
 * @returns null when the project cannot expire any more
 */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 86_400_000));
}
