/** A piece of work that the server does not have, as the sync centre knows it. Pure. */
import type { ChatDocument } from '#schemas/chat.ts';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { unsentQueue } from '#src/data/sync/use-sync-records.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';

export type UnsentItem =
  | {
      readonly kind: 'scan';
      readonly id: string;
      readonly scan: ScanDocument;
      /** Its project where the server does not have that. */
      readonly unbegun: Pick<ProjectDocument, 'state'> | null;
    }
  | { readonly kind: 'lead'; readonly id: string; readonly lead: LeadDocument }
  | { readonly kind: 'chat'; readonly id: string; readonly chat: ChatDocument }
  | {
      readonly kind: 'project';
      readonly id: string;
      readonly project: ProjectDocument;
      /** Products of the project that the server would not take. */
      readonly refusedProducts: number;
    };

export function scanItem(
  scan: ScanDocument,
  unbegun: Pick<ProjectDocument, 'state'> | null = null,
): UnsentItem {
  return { kind: 'scan', id: scan.uuid, scan, unbegun };
}

export function leadItem(lead: LeadDocument): UnsentItem {
  return { kind: 'lead', id: lead.uuid, lead };
}

export function chatItem(chat: ChatDocument): UnsentItem {
  return { kind: 'chat', id: chat.uuid, chat };
}

export function projectItem(project: ProjectDocument, refusedProducts: number): UnsentItem {
  return { kind: 'project', id: project.uuid, project, refusedProducts };
}

/** Whether the server has it by now, as far as this device knows. */
export function isSettled(item: UnsentItem): boolean {
  switch (item.kind) {
    case 'scan':
      return item.scan.state === 'sent';
    case 'lead':
      return item.lead.state === 'synced';
    case 'chat':
      return item.chat.state === 'synced';
    case 'project':
      return item.project.state === 'synced';
  }
}

/** The photo that has to arrive before it; null where there is none, or it is there. */
export function requiredPhoto(item: UnsentItem): string | null {
  if (item.kind !== 'scan' || item.scan.state !== 'waiting' || item.scan.imageSent) return null;
  return item.scan.imageIdxDB;
}

/** Which queue of requests carries it. */
export function queueKeyOf(item: UnsentItem): QueueKey | null {
  return requiredPhoto(item) === null ? unsentQueue(item.kind, item.id) : { kind: 'photos' };
}

/** What the server said of it; null where it has said nothing. */
export function rejectionOf(item: UnsentItem) {
  switch (item.kind) {
    case 'scan':
      return item.scan.refusal;
    case 'lead':
      return item.lead.refusal;
    case 'chat':
      return item.chat.unsent.find(({ refusal }) => refusal !== null)?.refusal ?? null;
    case 'project':
      return item.project.refusal;
  }
}
