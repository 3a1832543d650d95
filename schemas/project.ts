import * as v from 'valibot';
import { DAY_MS } from './durations.ts';
import { projectLead } from './project-lead.ts';
import {
  day,
  moment,
  newestFirst,
  storedDay,
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

/** A project in the server's list. Its products are the scans with its id. */
export const project = v.object({
  ...replicatedEntries,
  name: text(120),
  street_name: text(160),
  postal_code: text(16),
  city: text(80),
  status: v.object({ id: projectStatusId }),
  products_count: wholeNumber,
  /** Points at the time when the project was submitted; 0 while it's open. */
  available_points: wholeNumber,
  max_points: wholeNumber,
  /** Current points: available counts the valid products, and max counts all products except the rejected ones. */
  calculated_available_points: wholeNumber,
  calculated_max_points: wholeNumber,
  project_closed: v.nullable(moment),
  /** Expiry of an open project; null if it is no longer open. */
  expires_at: storedMoment,
  warranty_certificate_uuid: v.nullable(uuid),
  /**
   * Planned day of the installation; null if there is none yet. For a project from a lead, it is the lead's date.
   * Missing in responses of earlier servers.
   */
  installation_date: v.optional(storedDay, null),
  /** Closing questions; empty if there are none. */
  survey: v.array(surveyQuestion),
  /** The lead that the project was created from; null if there is none. */
  lead: v.nullable(projectLead),
});
export type Project = v.InferOutput<typeof project>;

/** Response to `GET /v1/project/{id}`: a project with its products, and the days left by the server's clock. */
export const projectDetail = v.object({
  ...project.entries,
  days_left: v.nullable(wholeNumber),
  products: v.array(scan),
});
export type ProjectDetail = v.InferOutput<typeof projectDetail>;

/** Form for a new project (spec 1 §5): street and postal code are required. */
export const projectAddress = v.object({
  name: v.optional(typedText(120)),
  streetName: typedText(160, 1),
  city: v.optional(typedText(80)),
  postalCode: typedText(16, 1),
  installationDate: v.optional(v.nullable(day)),
});
export type ProjectAddress = v.InferOutput<typeof projectAddress>;

/** Maximum number of corrections before the server responds; far more than anyone makes. */
const MAX_PRIOR_EDITS = 20;

/**
 * Creates a project over the wire. - The device creates `uuid`, so that products can be scanned before the server has
 * the project. A retry then doesn't create a second project (F01, F43). If it's missing, the server creates one. -
 * `op_id` identifies this edit; `prior_op_ids` are the earlier versions it corrects. If the server did receive one of
 * those, it changes that project's address to this one.
 */
export const projectCreateRequest = v.object({
  ...projectAddress.entries,
  uuid: v.optional(uuid),
  op_id: v.optional(uuid),
  prior_op_ids: v.optional(v.pipe(v.array(uuid), v.maxLength(MAX_PRIOR_EDITS))),
});
export type ProjectCreateRequest = v.InferOutput<typeof projectCreateRequest>;

/**
 * An edit of the installation date. `known_dates` are dates that the user has seen or set before: the server
 * has one of them, unless someone else has changed the date since. If they are missing, the date counts as
 * unchanged.
 */
export const installationDateEdit = v.object({
  installation_date: v.nullable(day),
  known_dates: v.optional(v.pipe(v.array(v.nullable(day)), v.maxLength(MAX_PRIOR_EDITS))),
});

/** `PATCH /v1/project/{id}`: requested status; the rules decide if it's allowed. */
export const projectPatch = v.object({ status: projectStatusId });

/**
 * A submitted closing survey without a verdict from the server. It's held back until all the project's products
 * have a verdict, so that none is missing from the closed project.
 */
export const projectClosing = v.object({
  uuid,
  response: surveyResponse,
  released: v.boolean(),
});
export type ProjectClosing = v.InferOutput<typeof projectClosing>;

/** A new installation date that the server hasn't decided on, or has rejected. */
export const projectDateEdit = v.object({
  uuid,
  date: v.nullable(day),
  /** See `installationDateEdit`. */
  known_dates: v.array(v.nullable(day)),
  /** The date that the server is known to have. */
  server_date: v.nullable(day),
});
export type ProjectDateEdit = v.InferOutput<typeof projectDateEdit>;

/** The project in the local database. */
export const projectDocument = v.object({
  ...v.omit(project, ['deleted']).entries,
  /** The edited date while an edit is pending. If the server rejected the edit, the server's date. */
  installation_date: storedDay,
  state: v.picklist(['synced', 'waiting', 'refused']),
  newest_first: newestFirst,
  refusal: v.nullable(refusal),
  closing: v.nullable(projectClosing),
  /**
   * Id of the lead from which this device created the project, until the server has the project. Scans and the
   * closing are held back until then (F06).
   */
  awaits_lead: v.nullable(uuid),
  /**
   * True until the server has the project: it's created there under this id before any of its other data is
   * sent (F06).
   */
  unbegun: v.boolean(),
  /**
   * Edits of the project's details before it was on the server, newest last: those that the latest correction
   * replaces, and the correction itself once the server has accepted it. Empty if nothing was corrected.
   */
  prior_op_ids: v.array(uuid),
  /**
   * True if the server has received one of `prior_op_ids`: the project can no longer be discarded, and the
   * correction is sent.
   */
  received: v.boolean(),
  /** Closing from this device that the server accepted; a server restored from a backup may lack it (F43). */
  sent_closing: v.nullable(v.pick(projectClosing, ['uuid', 'response'])),
  /**
   * Edit of the date that the server hasn't accepted. Only for a project that the server has: before that, the date
   * is part of the project's creation.
   */
  date_edit: v.nullable(projectDateEdit),
  /**
   * Reason why the server rejected `date_edit`, or why it can't be sent; null while the edit is pending. The reason is
   * kept until the user decides what to do.
   */
  date_refusal: v.nullable(refusal),
  /** Date from this device that the server accepted; a server restored from a backup may lack it (F43). */
  sent_date: v.nullable(projectDateEdit),
});
export type ProjectDocument = v.InferOutput<typeof projectDocument>;

/**
 * Whole days until an open project expires (spec 1 §3, `days_left`).
 * @param now milliseconds since 1970, by the server's clock
 * @returns null if the project can no longer expire, or if its expiry is unreadable
 */
export function daysLeft(expiresAt: string | null, now: number): number | null {
  if (expiresAt === null) return null;
  const days = Math.ceil((Date.parse(expiresAt) - now) / DAY_MS);
  return Number.isNaN(days) ? null : Math.max(0, days);
}
