import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { FileSection } from '../../outbox/file-section.ts';
import { unsentAttachment, type UnsentAttachment } from '../../outbox/unsent-file.ts';
import { changeMany, findRows, reconcile } from '../../store/documents.ts';
import { nextAttachment } from './machine.ts';

/** An attachment whose edit, content or removal the server lacks. */
export const attachmentFile: FileSection<AttachmentDocument, UnsentAttachment> = {
  name: 'attachments',
  kind: 'attachment',
  isCounted: () => true,
  itemSchema: unsentAttachment,
  pick(attachment) {
    const isUnsent = attachment.deleted
      ? attachment.state === 'waiting'
      : attachment.state !== 'sent';
    return isUnsent ? attachment : null;
  },
  async importItem(attachment, { collections: { attachments } }) {
    const { uuid } = attachment;
    const existingRow = (await findRows(attachments, [uuid])).get(uuid);
    if (!existingRow && attachment.deleted) return 'missing';
    if (!existingRow) {
      await reconcile(attachments, [attachment], (storedRow) => storedRow);
      return 'added';
    }
    const event = { type: 'imported', row: attachment } as const;
    if (nextAttachment(existingRow, event) === existingRow) return 'known';
    await changeMany(attachments, [uuid], (row) => nextAttachment(row, event));
    return 'added';
  },
};
