import * as v from 'valibot';
import { projectLead } from './project-lead.ts';
import {
  moment,
  newestFirst,
  storedMoment,
  text,
  typedText,
  uuid,
  wholeNumber,
} from './primitives.ts';
import { projectStatusId } from './project-status.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';
import { scan } from './scan.ts';
import { surveyQuestion, surveyResponse } from './survey.ts';

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
  expires_at: storedMoment,
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

/** What a new project needs (spec 1 §5): postal code and street. */
export const projectAddress = v.object({
  name: v.optional(typedText(120)),
  streetName: typedText(160, 1),
  city: v.optional(typedText(80)),
  postalCode: typedText(16, 1),
});
export type ProjectAddress = v.InferOutput<typeof projectAddress>;

/** Corrections of one beginning whose answers have not come; more than anybody makes. */
const PRIOR_MAX = 20;

/**
 * What begins a project over the wire.
 * - `uuid` is made by the device, so that what is scanned to the project before the server has it finds it
 *   there, and so that it is begun once (F01, F43). Without it the server makes one.
 * - `op_id` is this edit's own id, `prior_op_ids` those of the beginnings that it corrects: where the server
 *   has received one of them after all, its address becomes this one.
 */
export const projectCreateRequest = v.object({
  ...projectAddress.entries,
  uuid: v.optional(uuid),
  op_id: v.optional(uuid),
  prior_op_ids: v.optional(v.pipe(v.array(uuid), v.maxLength(PRIOR_MAX))),
});
export type ProjectCreateRequest = v.InferOutput<typeof projectCreateRequest>;

/** `PATCH /v1/project/{id}`: where somebody wants it; the rules say where it can go. */
export const projectPatch = v.object({ status: projectStatusId });

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
  /** The server does not have it: it is begun there under this id before anything else of it goes (F06). */
  unbegun: v.boolean(),
  /** Of one that is not begun: the edits that its last correction takes the place of, the newest last. */
  prior_op_ids: v.array(uuid),
  /** One of those was seen on the server: it is too late to discard the project, and the correction goes out. */
  received: v.boolean(),
  /** The closing that the server took from this device: one restored from a backup may lack it (F43). */
  sent_closing: v.nullable(v.pick(projectClosing, ['uuid', 'response'])),
});
export type ProjectDocument = v.InferOutput<typeof projectDocument>;

/**
 * Whole days until an open project is lost (spec 1 §3, `days_left`).
 * @param now milliseconds since 1970, by the server's clock
 * @returns null when the project cannot expire any more, or when its end cannot be read
 */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const days = Math.ceil((Date.parse(expiresAt) - now) / 86_400_000);
  return Number.isNaN(days) ? null : Math.max(0, days);
}
