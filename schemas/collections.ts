import type * as v from 'valibot';
import type { Call } from './api/call.ts';
import { calls } from './api/calls.ts';
import {
  ledgerFromWire,
  leadFromWire,
  notificationFromWire,
  projectFromWire,
  scanFromWire,
  type WireEntity,
} from './from-wire.ts';
import { lead, leadDocument, type Lead, type LeadDocument } from './lead.ts';
import { ledgerDocument, ledgerEntry, type LedgerDocument, type LedgerEntry } from './ledger.ts';
import {
  notification,
  notificationDocument,
  type Notification,
  type NotificationDocument,
} from './notification.ts';
import { project, projectDocument, type Project, type ProjectDocument } from './project.ts';
import type { Index } from './rx-schema.ts';
import { scan, scanDocument, type Scan, type ScanDocument } from './scan.ts';

/** One entity in the local database. Its migrations stand in migrations.ts, which opening it loads. */
export interface CollectionPlan<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly entity: v.GenericSchema<unknown, Entity>;
  readonly document: v.GenericSchema<unknown, Document>;
  readonly version: number;
  /** Ascending only: lists run newest first by `newest_first`. */
  readonly indexes: readonly Index[];
  /** The list call that a pull by `since` uses. */
  readonly pull: Call;
  /** The document of an entity that this device has no own edits of. */
  readonly fromWire: (entity: Entity) => Document;
}

function plan<Entity extends WireEntity, Document extends { uuid: string }>(
  collection: CollectionPlan<Entity, Document>,
): CollectionPlan<Entity, Document> {
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
    version: 0,
    indexes: [
      ['state', 'newest_first'],
      ['projects_id', 'newest_first'],
      'newest_first',
      'serial_key',
    ],
    pull: calls.scans,
    fromWire: scanFromWire,
  }),
  projects: plan<Project, ProjectDocument>({
    entity: project,
    document: projectDocument,
    version: 1,
    indexes: [['status.id', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: calls.projects,
    fromWire: projectFromWire,
  }),
  ledger: plan<LedgerEntry, LedgerDocument>({
    entity: ledgerEntry,
    document: ledgerDocument,
    version: 0,
    indexes: ['newest_first'],
    pull: calls.pointsHistory,
    fromWire: ledgerFromWire,
  }),
  leads: plan<Lead, LeadDocument>({
    entity: lead,
    document: leadDocument,
    version: 0,
    indexes: [['group', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: calls.leads,
    fromWire: leadFromWire,
  }),
  notifications: plan<Notification, NotificationDocument>({
    entity: notification,
    document: notificationDocument,
    version: 0,
    indexes: [['mark', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    pull: calls.notifications,
    fromWire: notificationFromWire,
  }),
};

export type CollectionName = keyof typeof collections;
export type DocumentOf<Name extends CollectionName> = v.InferOutput<
  (typeof collections)[Name]['document']
>;
