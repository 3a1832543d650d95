import * as v from 'valibot';
import { chatDocument, unsentMessage } from '#schemas/chat.ts';
import { leadEdit } from '#schemas/lead-edit.ts';
import { attachmentDocument } from '#schemas/attachment.ts';
import { moment, uuid } from '#schemas/primitives.ts';
import { projectClosing, projectDateEdit, projectDocument } from '#schemas/project.ts';
import { refusal } from '#schemas/refusal.ts';
import { scanDocument } from '#schemas/scan.ts';

/** Identifies a file of unsent work. */
export const UNSENT_FORMAT = 'installer-club-unsent';
/** Incremented when a field changes its meaning; the app rejects files of a newer version. */
export const UNSENT_VERSION = 1;

/** A scan as stored on the device. `deleted` is true if it was removed here, but not yet on the server. */
export const unsentScan = v.object({
  ...scanDocument.entries,
  // Files from older versions of the app don't have these fields.
  rejection: v.optional(scanDocument.entries.rejection, null),
  new_photo_by: v.optional(scanDocument.entries.new_photo_by, ''),
  replaced_photo: v.optional(scanDocument.entries.replaced_photo, null),
  deleted: v.boolean(),
});
export type UnsentScan = v.InferOutput<typeof unsentScan>;

/** An attachment as stored on the device. `deleted` is true if it was removed here, but not yet on the server. */
export const unsentAttachment = v.object({ ...attachmentDocument.entries, deleted: v.boolean() });
export type UnsentAttachment = v.InferOutput<typeof unsentAttachment>;

/** Edits of one lead that the server hasn't accepted, with the server's rejection if there is one. */
export const unsentLead = v.object({
  uuid,
  state: v.picklist(['waiting', 'refused']),
  refusal: v.nullable(refusal),
  edits: v.pipe(v.array(leadEdit), v.minLength(1)),
});
export type UnsentLead = v.InferOutput<typeof unsentLead>;

/** Unsent messages of one chat; the whole chat if the server doesn't have it. */
export const unsentChat = v.object({
  ...v.pick(chatDocument, ['uuid', 'title', 'created_at', 'opening']).entries,
  unsent: v.pipe(v.array(unsentMessage), v.minLength(1)),
});
export type UnsentChat = v.InferOutput<typeof unsentChat>;

/** A project's closing that the server hasn't accepted. */
export const unsentClosing = v.object({
  uuid,
  state: v.picklist(['waiting', 'refused']),
  refusal: v.nullable(refusal),
  closing: projectClosing,
});
export type UnsentClosing = v.InferOutput<typeof unsentClosing>;

/** A project's installation date that the server hasn't accepted. */
export const unsentDate = v.object({
  uuid,
  date_edit: projectDateEdit,
  /** True if the project's closing is also in the file; the two count as one. */
  has_closing: v.boolean(),
});
export type UnsentDate = v.InferOutput<typeof unsentDate>;

/** A project that the server doesn't have: created on this device, or derived from an agreed lead. */
export const unsentProject = v.object({
  ...projectDocument.entries,
  // Files of builds up to 3.9.4 lack these fields.
  unbegun: v.optional(projectDocument.entries.unbegun, false),
  sent_closing: v.optional(projectDocument.entries.sent_closing, null),
  prior_op_ids: v.optional(projectDocument.entries.prior_op_ids, []),
  received: v.optional(projectDocument.entries.received, false),
  installation_date: v.optional(projectDocument.entries.installation_date, null),
  date_edit: v.optional(projectDocument.entries.date_edit, null),
  date_refusal: v.optional(projectDocument.entries.date_refusal, null),
  sent_date: v.optional(projectDocument.entries.sent_date, null),
});
export type UnsentProject = v.InferOutput<typeof unsentProject>;

/** A photo that the server doesn't have, in base64, with its SHA-256. */
export const unsentPhoto = v.object({
  id: uuid,
  mime: v.picklist(['image/jpeg', 'image/png']),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  base64: v.string(),
});

/** Content of an attachment that the server doesn't have, in base64, with its SHA-256. */
export const unsentContent = v.object({
  ...unsentPhoto.entries,
  mime: v.pipe(v.string(), v.maxLength(100)),
  project: uuid,
});

/**
 * The header of the file. It's parsed first, because it identifies the owner. The items are then parsed one by one, so
 * that an invalid item doesn't make the others fail.
 */
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
  /** Older files may have no chats, dates, attachments or contents. */
  chats: v.optional(v.array(v.unknown()), []),
  dates: v.optional(v.array(v.unknown()), []),
  attachments: v.optional(v.array(v.unknown()), []),
  contents: v.optional(v.array(v.unknown()), []),
});
export type UnsentItems = v.InferOutput<typeof unsentItems>;
