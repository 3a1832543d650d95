import * as v from 'valibot';
import { attachment, attachmentEdit, ATTACHMENT_PART_BYTES } from '../attachment.ts';
import { uuid, wholeNumber } from '../primitives.ts';
import { defineCall, IMAGE_TIMEOUT_MS, listEntries, listResult } from './call.ts';
import { apiError } from './errors.ts';

/** Maximum number of attachments in one bulk request. */
const MAX_BULK = 500;

/**
 * The server's verdict on one edit. A saved edit has the server's version of the attachment. A rejected edit has the
 * error, and the server's version if there is one.
 */
export const attachmentVerdict = v.object({
  uuid,
  op_id: uuid,
  status: v.picklist([200, 201, 400, 404, 409]),
  attachment: v.nullable(attachment),
  error: v.nullable(apiError),
});
export type AttachmentVerdict = v.InferOutput<typeof attachmentVerdict>;

/** A whole number as text, because form fields are text. */
const byteCount = v.pipe(v.string(), v.regex(/^\d{1,9}$/));

/** Attachments of projects: photos, signatures and documents. */
export const attachmentCalls = {
  listAttachments: defineCall({
    id: 'listAttachments',
    method: 'GET',
    path: '/v1/attachments',
    summary:
      'List your company’s attachments, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object(listEntries),
    result: listResult(attachment),
    errors: ['checkpoint_stale'],
  }),
  sendAttachments: defineCall({
    id: 'sendAttachments',
    method: 'POST',
    path: '/v1/attachments/bulk',
    summary:
      'Send new, changed and removed attachments, without content. Returns a result for each.',
    body: v.object({
      attachments: v.pipe(v.array(attachmentEdit), v.minLength(1), v.maxLength(MAX_BULK)),
    }),
    bareList: 'attachments',
    result: v.object({ data: v.array(attachmentVerdict) }),
  }),
  sendAttachmentPart: defineCall({
    id: 'sendAttachmentPart',
    method: 'POST',
    path: '/v1/attachments/content',
    summary:
      'Send a part of an attachment’s content. An empty part only returns how much is stored.',
    body: {
      kind: 'file',
      field: 'part',
      fields: v.object({
        uuid,
        sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
        offset: byteCount,
        total: byteCount,
      }),
      maxBytes: ATTACHMENT_PART_BYTES,
      mediaTypes: ['application/octet-stream'],
    },
    result: v.object({ uuid, sha256: v.string(), stored: wholeNumber, complete: v.boolean() }),
    errors: ['hash_mismatch', 'key_reused', 'company_storage_full'],
    timeoutMs: IMAGE_TIMEOUT_MS,
  }),
};
