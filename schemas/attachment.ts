import * as v from 'valibot';
import { moment, newestFirst, text, typedText, uuid, wholeNumberBetween } from './primitives.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';

/** Maximum number of photos per project. */
export const MAX_PROJECT_PHOTOS = 40;
/** Maximum size of an attachment, in bytes. */
export const MAX_ATTACHMENT_BYTES = 5_000_000;
/**
 * Maximum size of all attachments on a device, in bytes; enough for more than ten projects with all their
 * photos.
 */
export const ATTACHMENT_QUOTA_BYTES = 200_000_000;
/** Content is sent in parts of at most this size, in bytes. */
export const ATTACHMENT_PART_BYTES = 262_144;
const MAX_CAPTION = 200;

/** Media type of a signed handover sheet. */
export const HANDOVER_MEDIA_TYPE = 'application/vnd.installer-club.handover+json';

const attachmentKind = v.picklist(['photo', 'signature', 'document']);
export type AttachmentKind = v.InferOutput<typeof attachmentKind>;

/** Stage of the job shown in a photo. */
const attachmentGroup = v.picklist(['before', 'during', 'after']);
export type AttachmentGroup = v.InferOutput<typeof attachmentGroup>;

const mediaType = v.picklist(['image/jpeg', 'image/png', 'application/pdf', HANDOVER_MEDIA_TYPE]);
export type AttachmentMediaType = v.InferOutput<typeof mediaType>;

/** Media types that each kind may have. */
export const mediaTypesOfKind: Readonly<Record<AttachmentKind, readonly AttachmentMediaType[]>> = {
  photo: ['image/jpeg', 'image/png'],
  signature: [HANDOVER_MEDIA_TYPE, 'image/png'],
  document: ['application/pdf', 'image/jpeg', 'image/png'],
};

/** Fields that never change. */
const fixedEntries = {
  project_id: uuid,
  kind: attachmentKind,
  media_type: mediaType,
  bytes: wholeNumberBetween(1, MAX_ATTACHMENT_BYTES),
  /** Hash of the content as sent by the device. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/), v.maxLength(64)),
  /** Time of capture, by the device's clock. */
  captured_at: moment,
};

/** Fields that can be changed later. */
const changeableField = v.picklist(['caption', 'group']);
export type ChangeableField = v.InferOutput<typeof changeableField>;
export const changeableFields: readonly ChangeableField[] = changeableField.options;

/** Status of the document generated from a signature; `unusable`: the signed sheet isn't valid. */
const documentStatus = v.nullable(v.picklist(['ready', 'unusable']));

/** A photo, signature or document of a project, as stored on the server. */
export const attachment = v.object({
  ...replicatedEntries,
  ...fixedEntries,
  /** Null if the attachment doesn't belong to a stage. */
  group: v.nullable(attachmentGroup),
  /** Empty if the attachment has no caption. */
  caption: text(MAX_CAPTION),
  /** The user who added the attachment; null if their account was deleted. */
  created_by: v.nullable(uuid),
  /** True if the server has the whole content. */
  has_content: v.boolean(),
  /** Null if there is no document (yet). Older servers don't send this field. */
  document: v.optional(documentStatus, null),
});
export type Attachment = v.InferOutput<typeof attachment>;

/** An attachment to save or change. `base_op_id` is null if the attachment is new, as far as the device knows. */
const attachmentSave = v.object({
  uuid,
  op_id: uuid,
  base_op_id: v.nullable(uuid),
  deleted: v.literal(false),
  /** Original time of a version resent to a restored server. The newest version wins. */
  version_at: v.optional(moment),
  ...fixedEntries,
  group: v.nullable(attachmentGroup),
  caption: typedText(MAX_CAPTION),
});
export type AttachmentSave = v.InferOutput<typeof attachmentSave>;

/** An attachment to delete. A deleted attachment can't be saved again. */
const attachmentRemoval = v.object({ uuid, op_id: uuid, deleted: v.literal(true) });

export const attachmentEdit = v.variant('deleted', [attachmentSave, attachmentRemoval]);
export type AttachmentEdit = v.InferOutput<typeof attachmentEdit>;

/** The attachment in the local database: the fields that the server sends, and fields that only the device has. */
export const attachmentDocument = v.object({
  ...v.omit(attachment, ['deleted']).entries,
  document: documentStatus,
  /** `waiting`: the server lacks an edit, or content that this device has. */
  state: v.picklist(['waiting', 'sent', 'refused']),
  newest_first: newestFirst,
  refusal: v.nullable(refusal),
  /** Latest edit that the server is known to have; null if none. */
  base_op_id: v.nullable(uuid),
  /**
   * True while resending a version that a restored server lacks. A resent version isn't an edit, so a newer version
   * wins.
   */
  resent: v.optional(v.boolean(), false),
  /**
   * Fields that the unsent edit changes; a colleague's changes to other fields are kept. Null if there is no unsent
   * edit, or if it replaces all fields.
   */
  changed: v.optional(v.nullable(v.array(changeableField)), null),
  /** True while this device still has to send the content. */
  sends_content: v.boolean(),
  /** True if the attachment was added on this device, which may still have the content. */
  added_here: v.boolean(),
});
export type AttachmentDocument = v.InferOutput<typeof attachmentDocument>;
