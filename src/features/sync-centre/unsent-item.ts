/** An item with work that the server doesn't have yet. */
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { ChatDocument } from '#schemas/chat.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { unsentQueue } from '#src/data/sync/use-retry-history.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';

export type UnsentItem =
  | {
      readonly kind: 'scan';
      readonly id: string;
      readonly scan: ScanDocument;
      /** The item's project, if the server doesn't have the project either. */
      readonly unsentProject: Pick<ProjectDocument, 'state'> | null;
    }
  | { readonly kind: 'lead'; readonly id: string; readonly lead: LeadDocument }
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ChatDocument }
  | {
      readonly kind: 'attachment';
      readonly id: string;
      readonly attachment: AttachmentDocument;
    }
  | {
      readonly kind: 'project';
      readonly id: string;
      readonly project: ProjectDocument;
      /** Number of the project's rejected products. */
      readonly rejectedProductCount: number;
    };

export function scanItem(
  scan: ScanDocument,
  unsentProject: Pick<ProjectDocument, 'state'> | null = null,
): UnsentItem {
  return { kind: 'scan', id: scan.uuid, scan, unsentProject };
}

export function leadItem(lead: LeadDocument): UnsentItem {
  return { kind: 'lead', id: lead.uuid, lead };
}

export function chatItem(chat: ChatDocument): UnsentItem {
  return { kind: 'chat', id: chat.uuid, chat };
}

export function attachmentItem(attachment: AttachmentDocument): UnsentItem {
  return { kind: 'attachment', id: attachment.uuid, attachment };
}

export function projectItem(project: ProjectDocument, rejectedProductCount: number): UnsentItem {
  return { kind: 'project', id: project.uuid, project, rejectedProductCount };
}

/** True if the server has confirmed that it has the item. */
export function isOnServer(item: UnsentItem): boolean {
  switch (item.kind) {
    case 'scan':
      return item.scan.state === 'sent';
    case 'lead':
      return item.lead.state === 'synced';
    case 'chat':
      return item.chat.state === 'synced';
    case 'attachment':
      return item.attachment.state === 'sent';
    case 'project':
      return item.project.state === 'synced';
  }
}

/** Returns the photo that must be uploaded first, or null. */
export function requiredPhoto(item: UnsentItem): string | null {
  if (item.kind !== 'scan' || item.scan.state !== 'waiting' || item.scan.imageSent) return null;
  return item.scan.imageIdxDB;
}

/** True if the server has the attachment, but not its content. */
export function isContentDue(item: UnsentItem): boolean {
  return item.kind === 'attachment' && item.attachment.op_id === item.attachment.base_op_id;
}

/** Returns the request queue that sends the item, or its photo or content if that must be sent first. */
export function queueKeyOf(item: UnsentItem): QueueKey | null {
  if (isContentDue(item)) return { kind: 'attachments' };
  return requiredPhoto(item) === null ? unsentQueue(item.kind, item.id) : { kind: 'photos' };
}

/** Returns the server's rejection, or null. */
export function rejectionOf(item: UnsentItem) {
  switch (item.kind) {
    case 'scan':
      return item.scan.refusal;
    case 'lead':
      return item.lead.refusal;
    case 'chat':
      return item.chat.unsent.find(({ refusal }) => refusal !== null)?.refusal ?? null;
    case 'attachment':
      return item.attachment.refusal;
    case 'project':
      return item.project.refusal;
  }
}
