import * as v from 'valibot';
import { chatDocument, unsentMessage } from '#schemas/chat.ts';
import { leadEdit } from '#schemas/lead-edit.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { projectClosing, projectDocument } from '#schemas/project.ts';
import { refusal } from '#schemas/refusal.ts';
import { scanDocument } from '#schemas/scan.ts';

/** What tells a file of unsent work from any other. */
export const UNSENT_FORMAT = 'installer-club-unsent';
/** Raised when a field changes its meaning; an app reads no version that is newer than its own. */
export const UNSENT_VERSION = 1;

/** A scan as it lies on the device; `deleted`: it was taken back, and the server is still to be told. */
export const unsentScan = v.object({ ...scanDocument.entries, deleted: v.boolean() });
export type UnsentScan = v.InferOutput<typeof unsentScan>;

/** The edits of one lead that the server has not taken, with its refusal where it said no. */
export const unsentLead = v.object({
  uuid,
  state: v.picklist(['waiting', 'refused']),
  refusal: v.nullable(refusal),
  edits: v.pipe(v.array(leadEdit), v.minLength(1)),
});
export type UnsentLead = v.InferOutput<typeof unsentLead>;

/** The messages of one chat that the server has not taken; all of the chat where it does not have it. */
export const unsentChat = v.object({
  ...v.pick(chatDocument, ['uuid', 'title', 'created_at', 'opening']).entries,
  unsent: v.pipe(v.array(unsentMessage), v.minLength(1)),
});
export type UnsentChat = v.InferOutput<typeof unsentChat>;

/** A project's closing that the server has not taken. */
export const unsentClosing = v.object({
  uuid,
  state: v.picklist(['waiting', 'refused']),
  refusal: v.nullable(refusal),
  closing: projectClosing,
});
export type UnsentClosing = v.InferOutput<typeof unsentClosing>;

/** A project that the server does not have: begun on this device, or made of a lead as the server will make it. */
export const unsentProject = v.object({
  ...projectDocument.entries,
  // Files of builds up to 3.9.4 have neither.
  unbegun: v.optional(projectDocument.entries.unbegun, false),
  sent_closing: v.optional(projectDocument.entries.sent_closing, null),
  prior_op_ids: v.optional(projectDocument.entries.prior_op_ids, []),
  received: v.optional(projectDocument.entries.received, false),
});
export type UnsentProject = v.InferOutput<typeof unsentProject>;

/** A photograph that the server does not have, in base 64, with its SHA-256. */
export const unsentPhoto = v.object({
  id: uuid,
  mime: v.picklist(['image/jpeg', 'image/png']),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  base64: v.string(),
});
export type UnsentPhoto = v.InferOutput<typeof unsentPhoto>;

/** Says whose work it is; read first. The items are read one by one, so that one can't spoil the rest. */
export const unsentHeader = v.object({
  format: v.literal(UNSENT_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  exported_at: moment,
  user_id: uuid,
});
export type UnsentHeader = v.InferOutput<typeof unsentHeader>;

export const unsentItems = v.object({
  projects: v.array(v.unknown()),
  leads: v.array(v.unknown()),
  scans: v.array(v.unknown()),
  closings: v.array(v.unknown()),
  photos: v.array(v.unknown()),
  /** Files of before there were any have none. */
  chats: v.optional(v.array(v.unknown()), []),
});
export type UnsentItems = v.InferOutput<typeof unsentItems>;
