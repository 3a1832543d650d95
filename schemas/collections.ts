import type * as v from 'valibot';
import type { Call } from './api/call.ts';
import { attachmentCalls } from './api/attachment-calls.ts';
import { certificateListCall } from './api/certificate-list-call.ts';
import { contentCalls } from './api/content-calls.ts';
import { leadCalls } from './api/lead-calls.ts';
import { notificationCalls } from './api/notification-calls.ts';
import { orderCalls } from './api/order-calls.ts';
import { pointsCalls } from './api/points-calls.ts';
import { projectCalls } from './api/project-calls.ts';
import { scanCalls } from './api/scan-calls.ts';
import { shopCalls } from './api/shop-calls.ts';
import { supportCalls } from './api/support-calls.ts';
import { surveyCalls } from './api/survey-calls.ts';
import {
  attachment,
  attachmentDocument,
  type Attachment,
  type AttachmentDocument,
} from './attachment.ts';
import { cartDocument, type CartLine } from './cart.ts';
import { chat, chatDocument, type Chat, type ChatDocument } from './chat.ts';
import {
  attachmentFromWire,
  certificateFromWire,
  chatFromWire,
  contentFromWire,
  ledgerFromWire,
  leadFromWire,
  notificationFromWire,
  orderFromWire,
  productFromWire,
  projectFromWire,
  scanFromWire,
  surveyFromWire,
  type WireEntity,
} from './from-wire.ts';
import { content, contentDocument, type Content, type ContentDocument } from './content.ts';
import { lead, leadDocument, type Lead, type LeadDocument } from './lead.ts';
import { ledgerDocument, ledgerEntry, type LedgerDocument, type LedgerEntry } from './ledger.ts';
import {
  notification,
  notificationDocument,
  type Notification,
  type NotificationDocument,
} from './notification.ts';
import { order, orderDocument, type Order, type OrderDocument } from './order.ts';
import { project, projectDocument, type Project, type ProjectDocument } from './project.ts';
import type { Index } from './rx-schema.ts';
import { scan, scanDocument, type Scan, type ScanDocument } from './scan.ts';
import {
  shopProduct,
  shopProductDocument,
  type ShopProduct,
  type ShopProductDocument,
} from './shop-product.ts';
import {
  surveyInvitation,
  surveyInvitationDocument,
  type SurveyInvitation,
  type SurveyInvitationDocument,
} from './survey-invitation.ts';

import {
  certificate,
  certificateDocument,
  type Certificate,
  type CertificateDocument,
} from './certificate.ts';

/**
 * A collection of the local database. Its migrations are in migrations.ts, which is loaded when the database
 * opens.
 */
interface StoreDefinition<Document extends { uuid: string }> {
  readonly document: v.GenericSchema<unknown, Document>;
  readonly version: number;
  /** Ascending only; newest-first lists sort by `newest_first`. */
  readonly indexes: readonly Index[];
}

/** A collection that mirrors a server entity. */
export interface CollectionDefinition<
  Entity extends WireEntity,
  Document extends { uuid: string },
> extends StoreDefinition<Document> {
  readonly entity: v.GenericSchema<unknown, Entity>;
  /** List call for pulling changes by `since`. */
  readonly pull: Call;
  /**
   * First schema version with data that earlier versions didn't store. A device that pulled with an earlier
   * version pulls everything again.
   */
  readonly refetchFromVersion?: number;
  /** Converts an entity to a document without local edits. */
  readonly fromWire: (entity: Entity) => Document;
}

function defineCollection<Entity extends WireEntity, Document extends { uuid: string }>(
  collection: CollectionDefinition<Entity, Document>,
): CollectionDefinition<Entity, Document> {
  return collection;
}

function defineLocalCollection<Document extends { uuid: string }>(
  collection: StoreDefinition<Document>,
): StoreDefinition<Document> {
  return collection;
}

/**
 * All replicated collections. RxDB allows 13 open collections, and `storedCollections` has 13, so don't add
 * any; singletons and short lists are local documents instead.
 */
export const collections = {
  scans: defineCollection<Scan, ScanDocument>({
    entity: scan,
    document: scanDocument,
    version: 5,
    // Earlier apps dropped `campaign`, even if the server sent it.
    refetchFromVersion: 5,
    indexes: [
      ['state', 'newest_first'],
      ['projects_id', 'newest_first'],
      'newest_first',
      'serial_key',
      'new_photo_by',
    ],
    pull: scanCalls.listScans,
    fromWire: scanFromWire,
  }),
  projects: defineCollection<Project, ProjectDocument>({
    entity: project,
    document: projectDocument,
    version: 6,
    // Earlier servers sent the dates of leads, but not those of projects.
    refetchFromVersion: 5,
    indexes: [['status.id', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: projectCalls.listProjects,
    fromWire: projectFromWire,
  }),
  ledger: defineCollection<LedgerEntry, LedgerDocument>({
    entity: ledgerEntry,
    document: ledgerDocument,
    version: 3,
    // Earlier apps skipped campaign entries, and dropped `people`.
    refetchFromVersion: 3,
    indexes: ['newest_first'],
    pull: pointsCalls.listPointsHistory,
    fromWire: ledgerFromWire,
  }),
  leads: defineCollection<Lead, LeadDocument>({
    entity: lead,
    document: leadDocument,
    version: 4,
    indexes: [
      ['group', 'newest_first'],
      ['status', 'newest_first'],
      ['state', 'newest_first'],
      'newest_first',
    ],
    pull: leadCalls.listLeads,
    fromWire: leadFromWire,
  }),
  notifications: defineCollection<Notification, NotificationDocument>({
    entity: notification,
    document: notificationDocument,
    version: 2,
    indexes: [['mark', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: notificationCalls.listNotifications,
    fromWire: notificationFromWire,
  }),
  surveys: defineCollection<SurveyInvitation, SurveyInvitationDocument>({
    entity: surveyInvitation,
    document: surveyInvitationDocument,
    version: 1,
    indexes: [['state', 'newest_first'], 'newest_first'],
    pull: surveyCalls.listSurveys,
    fromWire: surveyFromWire,
  }),
  contents: defineCollection<Content, ContentDocument>({
    entity: content,
    document: contentDocument,
    version: 1,
    indexes: [['type', 'newest_first']],
    pull: contentCalls.listContent,
    fromWire: contentFromWire,
  }),
  chats: defineCollection<Chat, ChatDocument>({
    entity: chat,
    document: chatDocument,
    version: 2,
    indexes: [['state', 'newest_first'], 'newest_first'],
    pull: supportCalls.listSupportChats,
    fromWire: chatFromWire,
  }),
  products: defineCollection<ShopProduct, ShopProductDocument>({
    entity: shopProduct,
    document: shopProductDocument,
    version: 2,
    indexes: ['newest_first'],
    pull: shopCalls.listShopProducts,
    fromWire: productFromWire,
  }),
  orders: defineCollection<Order, OrderDocument>({
    entity: order,
    document: orderDocument,
    version: 3,
    refetchFromVersion: 2,
    indexes: ['newest_first'],
    pull: orderCalls.listOrders,
    fromWire: orderFromWire,
  }),
  certificates: defineCollection<Certificate, CertificateDocument>({
    entity: certificate,
    document: certificateDocument,
    version: 0,
    indexes: ['newest_first'],
    pull: certificateListCall.listCertificates,
    fromWire: certificateFromWire,
  }),
  attachments: defineCollection<Attachment, AttachmentDocument>({
    entity: attachment,
    document: attachmentDocument,
    version: 2,
    indexes: [
      ['state', 'newest_first'],
      ['project_id', 'newest_first'],
    ],
    pull: attachmentCalls.listAttachments,
    fromWire: attachmentFromWire,
  }),
};

/** Collections that exist only on this device: neither pulled nor pushed, deleted with the account's database. */
const localCollections = {
  cart: defineLocalCollection<CartLine>({
    document: cartDocument,
    version: 1,
    indexes: ['newest_first'],
  }),
};

/** Every collection of an account's database. */
export const storedCollections = { ...collections, ...localCollections };

export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as CollectionName[];
export type StoredCollectionName = keyof typeof storedCollections;
export type DocumentOf<Name extends StoredCollectionName> = v.InferOutput<
  (typeof storedCollections)[Name]['document']
>;
