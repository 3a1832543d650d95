import type { Attachment, AttachmentDocument } from './attachment.ts';
import { type Chat, type ChatDocument, chatSortKey } from './chat.ts';
import type { Content, ContentDocument } from './content.ts';
import { leadGroupOf } from './lead-status.ts';
import type { Lead, LeadDocument } from './lead.ts';
import type { LedgerDocument, LedgerEntry } from './ledger.ts';
import type { Notification, NotificationDocument } from './notification.ts';
import type { Order, OrderDocument } from './order.ts';
import { newestFirstKey } from './primitives.ts';
import type { Project, ProjectDocument } from './project.ts';
import type { Scan, ScanDocument } from './scan.ts';
import type { ShopProduct, ShopProductDocument } from './shop-product.ts';
import type { SurveyInvitation, SurveyInvitationDocument } from './survey-invitation.ts';
import type { Certificate, CertificateDocument } from './certificate.ts';

/** Fields that generic replication needs from every wire entity. */
export interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

// Converts entities to documents without local edits.

export function scanFromWire(scan: Scan): ScanDocument {
  return {
    ...withoutDeleted(scan),
    rejection: scan.rejection ?? null,
    campaign: scan.campaign ?? null,
    new_photo_by: scan.rejection?.new_photo_until ?? '',
    replaced_photo: null,
    state: 'sent',
    // The device's clock may be ahead, so the server's save time is the upper bound.
    newest_first: newestFirstKey(Math.min(scan.time, Date.parse(scan.created_at))),
    refusal: null,
    confirmed: true,
    isValidated: true,
    isValid: scan.flag !== 'rejected',
    requiresTagPhoto: false,
    requiresSurvey: false,
    imageIdxDB: scan.image_data,
    imageSent: scan.image_data !== null,
    serial_key: scan.serial_number ?? '',
    base_op_id: scan.op_id,
    prior_op_ids: [],
  };
}

export function projectFromWire(project: Project): ProjectDocument {
  return {
    ...withoutDeleted(project),
    state: 'synced',
    newest_first: newestFirstKey(Date.parse(project.created_at)),
    refusal: null,
    closing: null,
    awaits_lead: null,
    unbegun: false,
    prior_op_ids: [],
    received: false,
    sent_closing: null,
    date_edit: null,
    date_refusal: null,
    sent_date: null,
  };
}

export function leadFromWire({ project: _project, ...lead }: Lead): LeadDocument {
  return {
    ...withoutDeleted(lead),
    group: leadGroupOf(lead.status),
    newest_first: newestFirstKey(Date.parse(lead.created_at)),
    state: 'synced',
    refusal: null,
    edits: [],
    before: null,
    sent_edits: [],
    base_op_id: lead.op_id,
  };
}

export function ledgerFromWire(entry: LedgerEntry): LedgerDocument {
  return { ...withSortKey(entry), campaign: entry.campaign ?? null, people: entry.people ?? null };
}

export function notificationFromWire(entity: Notification): NotificationDocument {
  return { ...withSortKey(entity), state: 'synced' };
}

export function surveyFromWire(invitation: SurveyInvitation): SurveyInvitationDocument {
  return { ...withSortKey(invitation), state: 'synced' };
}

export function contentFromWire(entity: Content): ContentDocument {
  return withSortKey(entity);
}

export function chatFromWire(entity: Chat): ChatDocument {
  const unsent: ChatDocument['unsent'] = [];
  return {
    ...withoutDeleted(entity),
    newest_first: chatSortKey({ ...entity, unsent }),
    state: 'synced',
    unsent,
    opening: null,
    lost_messages: [],
  };
}

export function productFromWire(entity: ShopProduct): ShopProductDocument {
  return withSortKey(entity);
}

export function orderFromWire(entity: Order): OrderDocument {
  return withSortKey(entity);
}

export function certificateFromWire(entity: Certificate): CertificateDocument {
  return withSortKey(entity);
}

export function attachmentFromWire(attachment: Attachment): AttachmentDocument {
  return {
    ...withoutDeleted(attachment),
    state: 'sent',
    newest_first: newestFirstKey(Date.parse(attachment.captured_at)),
    refusal: null,
    base_op_id: attachment.op_id,
    changed: null,
    sends_content: false,
    added_here: false,
    resent: false,
  };
}

/** Adds the newest-first sort key, by creation time. */
function withSortKey<Entity extends WireEntity & { readonly created_at: string }>(entity: Entity) {
  return {
    ...withoutDeleted(entity),
    newest_first: newestFirstKey(Date.parse(entity.created_at)),
  };
}

/** The store has its own tombstone marker, so documents don't include `deleted`. */
function withoutDeleted<Entity extends WireEntity>(entity: Entity): Omit<Entity, 'deleted'> {
  const document: Omit<Entity, 'deleted'> & { deleted?: boolean } = { ...entity };
  delete document.deleted;
  return document;
}
