import { groupOf } from './lead-steps.ts';
import type { Lead, LeadDocument } from './lead.ts';
import type { LedgerDocument, LedgerEntry } from './ledger.ts';
import type { Notification, NotificationDocument } from './notification.ts';
import { newestFirstKey } from './primitives.ts';
import type { Project, ProjectDocument } from './project.ts';
import type { Scan, ScanDocument } from './scan.ts';

/** What every entity on the wire has, for the generic part of the replication. */
export interface WireEntity {
  readonly uuid: string;
  readonly deleted: boolean;
}

// The documents of entities that this device has no own edits of.

export function scanFromWire(saved: Scan): ScanDocument {
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

export function projectFromWire(saved: Project): ProjectDocument {
  return {
    ...withoutDeleted(saved),
    state: 'synced',
    newest_first: newestFirstKey(Date.parse(saved.created_at)),
    refusal: null,
    closing: null,
    awaits_lead: null,
  };
}

export function leadFromWire(saved: Lead): LeadDocument {
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

export function ledgerFromWire(entry: LedgerEntry): LedgerDocument {
  return {
    ...withoutDeleted(entry),
    newest_first: newestFirstKey(Date.parse(entry.created_at)),
  };
}

export function notificationFromWire(told: Notification): NotificationDocument {
  return {
    ...withoutDeleted(told),
    newest_first: newestFirstKey(Date.parse(told.created_at)),
    state: 'synced',
  };
}

/** The store marks tombstones in its own way, so the wire's mark is no part of a document. */
function withoutDeleted<Entity extends WireEntity>(entity: Entity): Omit<Entity, 'deleted'> {
  const document: Omit<Entity, 'deleted'> & { deleted?: boolean } = { ...entity };
  delete document.deleted;
  return document;
}
