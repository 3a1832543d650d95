import type { AttachmentDocument, AttachmentEdit } from '#schemas/attachment.ts';
import type { Prerequisite, WireFormat, WireRequest } from '#sync/engine/wire-format.ts';

/** An attachment with its tombstone flag. */
export type AttachmentRow = AttachmentDocument & { readonly deleted: boolean };

/** Sends new, edited and removed attachments without their content, many per request. */
export const attachmentWire = {
  // `waiting` may also mean that only the content is missing, which is uploaded separately.
  nextRequest: (row: AttachmentRow) =>
    row.state === 'waiting' && row.op_id !== row.base_op_id ? requestOf([row]) : null,
  afterRequest: () => null,
  prerequisite: ({ state, deleted, project_id }: AttachmentRow): Prerequisite | null =>
    state !== 'waiting' || deleted ? null : { kind: 'project', id: project_id },
  bulkRequest: requestOf,
} satisfies WireFormat<AttachmentRow>;

function requestOf(rows: readonly AttachmentRow[]): WireRequest<'sendAttachments'> {
  const [firstRow] = rows;
  return {
    call: 'sendAttachments',
    edit: firstRow?.op_id ?? '',
    body: { attachments: rows.map(editOf) },
  };
}

/** Converts a row to the API's edit. */
function editOf(row: AttachmentRow): AttachmentEdit {
  const { uuid, op_id } = row;
  if (row.deleted) return { uuid, op_id, deleted: true };
  const { base_op_id, project_id, kind, media_type, bytes, sha256, captured_at } = row;
  const { group, caption, resent, updated_at } = row;
  return {
    uuid,
    op_id,
    base_op_id,
    deleted: false,
    project_id,
    kind,
    media_type,
    bytes,
    sha256,
    captured_at,
    group,
    caption,
    ...(resent && { version_at: updated_at }),
  };
}
