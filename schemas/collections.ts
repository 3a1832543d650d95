import type * as v from 'valibot';
import type { Call } from './api/call.ts';
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
import { cartDocument, type CartLine } from './cart.ts';
import { chat, chatDocument, type Chat, type ChatDocument } from './chat.ts';
import {
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

/** One kind of document in the local database. Its migrations stand in migrations.ts, which opening it loads. */
export interface StoreDefinition<Document extends { uuid: string }> {
  readonly document: v.GenericSchema<unknown, Document>;
  readonly version: number;
  /** Ascending only: lists run newest first by `newest_first`. */
  readonly indexes: readonly Index[];
}

/** One that mirrors an entity of the server's. */
export interface CollectionDefinition<
  Entity extends WireEntity,
  Document extends { uuid: string },
> extends StoreDefinition<Document> {
  readonly entity: v.GenericSchema<unknown, Entity>;
  /** The list call that a pull by `since` uses. */
  readonly pull: Call;
  /**
   * The first version whose documents say what a device was never told before: one that has read them as of an
   * earlier version reads all of them again.
   */
  readonly refetchFromVersion?: number;
  /** The document of an entity that this device has no own edits of. */
  readonly fromWire: (entity: Entity) => Document;
}

function plan<Entity extends WireEntity, Document extends { uuid: string }>(
  collection: CollectionDefinition<Entity, Document>,
): CollectionDefinition<Entity, Document> {
  return collection;
}

function localPlan<Document extends { uuid: string }>(
  collection: StoreDefinition<Document>,
): StoreDefinition<Document> {
  return collection;
}

/**
 * Every replicated entity, once. RxDB holds 13 open collections at most, and the whole product plans
 * for 12: singletons and short lists are local documents instead.
 */
export const collections = {
  scans: plan<Scan, ScanDocument>({
    entity: scan,
    document: scanDocument,
    version: 3,
    indexes: [
      ['state', 'newest_first'],
      ['projects_id', 'newest_first'],
      'newest_first',
      'serial_key',
    ],
    pull: scanCalls.scans,
    fromWire: scanFromWire,
  }),
  projects: plan<Project, ProjectDocument>({
    entity: project,
    document: projectDocument,
    version: 4,
    indexes: [['status.id', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: projectCalls.projects,
    fromWire: projectFromWire,
  }),
  ledger: plan<LedgerEntry, LedgerDocument>({
    entity: ledgerEntry,
    document: ledgerDocument,
    version: 2,
    indexes: ['newest_first'],
    pull: pointsCalls.pointsHistory,
    fromWire: ledgerFromWire,
  }),
  leads: plan<Lead, LeadDocument>({
    entity: lead,
    document: leadDocument,
    version: 4,
    indexes: [
      ['group', 'newest_first'],
      ['status', 'newest_first'],
      ['state', 'newest_first'],
      'newest_first',
    ],
    pull: leadCalls.leads,
    fromWire: leadFromWire,
  }),
  notifications: plan<Notification, NotificationDocument>({
    entity: notification,
    document: notificationDocument,
    version: 2,
    indexes: [['mark', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: notificationCalls.notifications,
    fromWire: notificationFromWire,
  }),
  surveys: plan<SurveyInvitation, SurveyInvitationDocument>({
    entity: surveyInvitation,
    document: surveyInvitationDocument,
    version: 1,
    indexes: [['state', 'newest_first'], 'newest_first'],
    pull: surveyCalls.surveys,
    fromWire: surveyFromWire,
  }),
  contents: plan<Content, ContentDocument>({
    entity: content,
    document: contentDocument,
    version: 1,
    indexes: [['type', 'newest_first']],
    pull: contentCalls.contents,
    fromWire: contentFromWire,
  }),
  chats: plan<Chat, ChatDocument>({
    entity: chat,
    document: chatDocument,
    version: 2,
    indexes: [['state', 'newest_first'], 'newest_first'],
    pull: supportCalls.supportChats,
    fromWire: chatFromWire,
  }),
  products: plan<ShopProduct, ShopProductDocument>({
    entity: shopProduct,
    document: shopProductDocument,
    version: 2,
    indexes: ['newest_first'],
    pull: shopCalls.shopProducts,
    fromWire: productFromWire,
  }),
  orders: plan<Order, OrderDocument>({
    entity: order,
    document: orderDocument,
    version: 3,
    refetchFromVersion: 2,
    indexes: ['newest_first'],
    pull: orderCalls.orders,
    fromWire: orderFromWire,
  }),
  certificates: plan<Certificate, CertificateDocument>({
    entity: certificate,
    document: certificateDocument,
    version: 0,
    indexes: ['newest_first'],
    pull: certificateListCall.warrantyCertificates,
    fromWire: certificateFromWire,
  }),
};

/** What is only this device's: neither pulled nor pushed, and gone with the account's database. */
export const localCollections = {
  cart: localPlan<CartLine>({
    document: cartDocument,
    version: 1,
    indexes: ['newest_first'],
  }),
};

/** All that an account's database holds. */
export const storedCollections = { ...collections, ...localCollections };

export type CollectionName = keyof typeof collections;
export const collectionNames = Object.keys(collections) as CollectionName[];
export type StoredCollectionName = keyof typeof storedCollections;
export type DocumentOf<Name extends StoredCollectionName> = v.InferOutput<
  (typeof storedCollections)[Name]['document']
>;
