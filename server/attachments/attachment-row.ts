import { type Generated, type Selectable } from 'kysely';
import {
  type Attachment,
  type AttachmentGroup,
  type AttachmentKind,
  type AttachmentMediaType,
} from '#schemas/attachment.ts';
import { replicatedFields, type ReplicatedTable } from '../db/replicated-row.ts';

/** Attachments of projects. They're replicated to devices. */
interface AttachmentsTable extends ReplicatedTable {
  project_id: string;
  kind: AttachmentKind;
  group: AttachmentGroup | null;
  caption: string;
  media_type: AttachmentMediaType;
  /** Size of the content as sent. */
  bytes: number;
  /** Hash of the content as sent, lower-case hex. */
  sha256: string;
  captured_at: Date;
  /** Null if the person's account was deleted. */
  created_by: string | null;
  /** True if the whole content has arrived. */
  has_content: Generated<boolean>;
  /** The content without its metadata; null if it's stored outside the database, or hasn't been received yet. */
  content: Generated<Uint8Array | null>;
  /** Storage key of the content; null if it's stored in `content`, or hasn't been received yet. */
  stored_as: Generated<string | null>;
  /** Document made from a signature; null if none exists yet, and for other kinds. */
  document: Generated<Attachment['document']>;
}

/** Received parts of incomplete contents. */
interface AttachmentPartsTable {
  attachment_uuid: string;
  /** Offset of the first byte. */
  start: number;
  content: Uint8Array;
  received_at: Date;
}

/** Removals that arrived before the attachments themselves. Such an attachment stays removed when it arrives. */
interface AttachmentTombstonesTable {
  company_id: string;
  uuid: string;
  op_id: string;
  created_at: Date;
}

export interface AttachmentTables {
  attachments: AttachmentsTable;
  attachment_parts: AttachmentPartsTable;
  attachment_tombstones: AttachmentTombstonesTable;
}

/** All columns except the content, which lists must not load. */
export const attachmentColumns = [
  'uuid',
  'company_id',
  'rev',
  'op_id',
  'deleted',
  'created_at',
  'updated_at',
  'project_id',
  'kind',
  'group',
  'caption',
  'media_type',
  'bytes',
  'sha256',
  'captured_at',
  'created_by',
  'has_content',
  'document',
] as const satisfies readonly (keyof AttachmentsTable)[];
export type AttachmentRow = Pick<Selectable<AttachmentsTable>, (typeof attachmentColumns)[number]>;

/** Maps a row to the wire format. */
export function attachmentFromRow(row: AttachmentRow): Attachment {
  return {
    ...replicatedFields(row),
    project_id: row.project_id,
    kind: row.kind,
    group: row.group,
    caption: row.caption,
    media_type: row.media_type,
    bytes: row.bytes,
    sha256: row.sha256,
    captured_at: row.captured_at.toISOString(),
    created_by: row.created_by,
    has_content: row.has_content,
    document: row.document,
  };
}
