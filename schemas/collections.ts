import type * as v from 'valibot';
import type { Call } from './api/call.ts';
import { calls } from './api/calls.ts';
import { lead, leadDocument, type Lead, type LeadDocument } from './lead.ts';
import { groupOf } from './lead-steps.ts';
import { ledgerDocument, ledgerEntry, type LedgerDocument, type LedgerEntry } from './ledger.ts';
import {
  notification,
  notificationDocument,
  type Notification,
  type NotificationDocument,
} from './notification.ts';
import { newestFirstKey } from './primitives.ts';
import { project, projectDocument, type Project, type ProjectDocument } from './project.ts';
import type { Index } from './rx-schema.ts';
import { scan, scanDocument, type Scan, type ScanDocument } from './scan.ts';

/** What every entity on the wire has, for the generic part of the replication. */
interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

/**
 * A step from the version before. It must never throw: a document that it can't read, it answers
 * with as well as it can, and what only mirrors the server it may drop (null) to be pulled again.
 */
export type MigrationStep = (old: Record<string, unknown>) => Record<string, unknown> | null;

/** One entity in the local database. */
export interface CollectionPlan<Entity extends WireEntity, Document extends { uuid: string }> {
  readonly entity: v.GenericSchema<unknown, Entity>;
  readonly document: v.GenericSchema<unknown, Document>;
  readonly version: number;
  /** Ascending only: lists run newest first by `newest_first`. */
  readonly indexes: readonly Index[];
  readonly migrations: Readonly<Record<number, MigrationStep>>;
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
    migrations: {},
    pull: calls.scans,
    fromWire: scanFromWire,
  }),
  projects: plan<Project, ProjectDocument>({
    entity: project,
    document: projectDocument,
    version: 1,
    indexes: [['status.id', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    // Before version 1 no project was a lead.
    migrations: { 1: (old) => ({ ...old, lead: null, awaits_lead: null }) },
    pull: calls.projects,
    fromWire: projectFromWire,
  }),
  ledger: plan<LedgerEntry, LedgerDocument>({
    entity: ledgerEntry,
    document: ledgerDocument,
    version: 0,
    indexes: ['newest_first'],
    migrations: {},
    pull: calls.pointsHistory,
    fromWire: (entry) => ({
      ...withoutDeleted(entry),
      newest_first: newestFirstKey(Date.parse(entry.created_at)),
    }),
  }),
  leads: plan<Lead, LeadDocument>({
    entity: lead,
    document: leadDocument,
    version: 0,
    indexes: [['group', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    migrations: {},
    pull: calls.leads,
    fromWire: leadFromWire,
  }),
  notifications: plan<Notification, NotificationDocument>({
    entity: notification,
    document: notificationDocument,
    version: 0,
    indexes: [['mark', 'newest_first'], ['state', 'newest_first'], 'newest_first'],
    migrations: {},
    pull: calls.notifications,
    fromWire: (told) => ({
      ...withoutDeleted(told),
      newest_first: newestFirstKey(Date.parse(told.created_at)),
      state: 'synced',
    }),
  }),
};

export type CollectionName = keyof typeof collections;
export type DocumentOf<Name extends CollectionName> = v.InferOutput<
  (typeof collections)[Name]['document']
>;

function scanFromWire(saved: Scan): ScanDocument {
  return {
    ...withoutDeleted(saved),
    state: 'sent',
    // A device's clock may run ahead; the server's moment of saving bounds it.
    newest_first: newestFirstKey(Math.min(saved.time, Date.parse(saved.created_at))),
    refusal: null,
    confirmed: true,
    isValidated: true,
    isValid: saved.flag !== 'rejected',
    requiresTagPhoto: false,
    requiresSurvey: false,
    imageIdxDB: saved.image_data,
    imageSent: saved.image_data !== null,
    serial_key: saved.serial_number ?? '',
    base_op_id: saved.op_id,
    prior_op_ids: [],
  };
}

function projectFromWire(saved: Project): ProjectDocument {
  return {
    ...withoutDeleted(saved),
    state: 'synced',
    newest_first: newestFirstKey(Date.parse(saved.created_at)),
    refusal: null,
    closing: null,
    awaits_lead: null,
  };
}

function leadFromWire(saved: Lead): LeadDocument {
  return {
    ...withoutDeleted(saved),
    group: groupOf(saved.status),
    newest_first: newestFirstKey(Date.parse(saved.created_at)),
    state: 'synced',
    refusal: null,
    edits: [],
    base_op_id: saved.op_id,
  };
}

/** The store marks tombstones in its own way, so the wire's mark is no part of a document. */
function withoutDeleted<Entity extends WireEntity>(entity: Entity): Omit<Entity, 'deleted'> {
  const document: Omit<Entity, 'deleted'> & { deleted?: boolean } = { ...entity };
  delete document.deleted;
  return document;
}
