import { createHash, randomUUID } from 'node:crypto';
import type { AttachmentSave } from '#schemas/attachment.ts';

/** Returns a valid save of content, with the given changes. */
export function attachmentOf(
  content: Uint8Array,
  projectId: string,
  changes: Partial<AttachmentSave> = {},
): AttachmentSave {
  return {
    uuid: randomUUID(),
    op_id: randomUUID(),
    base_op_id: null,
    deleted: false,
    project_id: projectId,
    kind: 'photo',
    media_type: 'image/jpeg',
    group: 'before',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    captured_at: '2026-05-04T10:00:00.000Z',
    caption: 'The old roof',
    ...changes,
  };
}

/** Builds the request with a part of an attachment's content. */
export function partOf(
  { uuid, sha256, bytes }: Pick<AttachmentSave, 'uuid' | 'sha256' | 'bytes'>,
  content: Uint8Array,
  offset: number,
  end = content.length,
) {
  return {
    fields: { uuid, sha256, offset: String(offset), total: String(bytes) },
    bytes: new Uint8Array(content.subarray(offset, end)),
    mediaType: 'application/octet-stream',
  };
}
