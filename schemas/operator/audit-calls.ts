import * as v from 'valibot';
import { moment, text, typedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

const auditKind = v.picklist(['act', 'read', 'sign_in']);

const auditChange = v.object({
  record_kind: text(40),
  record_id: text(100),
  region: v.nullable(regionId),
  /** Only the changed fields; contact data, message texts and voucher codes are hidden. */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
});

/** One action: operator, time, reason and changed records. */
const auditEntry = v.object({
  id: wholeNumber,
  at: moment,
  kind: auditKind,
  /** Id of the call. */
  act: text(60),
  operator: v.nullable(v.object({ id: uuid, name: text(100) })),
  /** Country of the record; null if it doesn't belong to one. */
  region: v.nullable(regionId),
  record_kind: v.nullable(text(40)),
  record_id: v.nullable(text(100)),
  why: v.nullable(text(500)),
  /** `done` or an error code; null while running, or if the process crashed. */
  outcome: v.nullable(text(40)),
  /** The first changes; a bulk action can have more. */
  changes: v.array(auditChange),
});

/** The console's audit log. */
export const auditCalls = {
  listAudit: defineOperatorCall(
    {
      id: 'listAudit',
      method: 'GET',
      path: '/operator/v1/audit',
      summary: 'Lists actions, audited reads and sign-ins, newest first.',
      query: v.object({
        ...operatorListEntries,
        /** `-at`: newest first, the default. */
        sort: v.optional(v.picklist(['at', '-at'])),
        kind: v.optional(auditKind),
        /** Id of a single entry. */
        entry: v.optional(wholeNumber),
        record: v.optional(typedText(100)),
        /** Id of a person, to list actions on their record, orders and chats, and approvals about them. */
        person: v.optional(uuid),
        operator: v.optional(uuid),
        from: v.optional(moment),
        until: v.optional(moment),
      }),
      result: operatorListResult(auditEntry),
    },
    { right: 'audit.read', scope: 'list' },
  ),
  listAuditOperators: defineOperatorCall(
    {
      id: 'listAuditOperators',
      method: 'GET',
      path: '/operator/v1/audit/operators',
      summary:
        'Lists the names of operators in the reader’s countries, including deactivated ones.',
      result: v.object({ data: v.array(v.object({ id: uuid, name: text(100) })) }),
    },
    { right: 'audit.read', scope: 'list' },
  ),
  verifyAudit: defineOperatorCall(
    {
      id: 'verifyAudit',
      method: 'GET',
      path: '/operator/v1/audit/verify',
      summary: 'Verifies the hash chain of the audit log.',
      result: v.object({
        /** Numbers of verified rows and of verified links of the hash chain. */
        rows: wholeNumber,
        links: wholeNumber,
        /** Hash of the last link; null until the first link is added. A daily job adds the links. */
        head: v.nullable(text(64)),
        /** First range whose rows don't match their hash; null if all match. */
        broken: v.nullable(v.object({ from_id: wholeNumber, until_id: wholeNumber })),
      }),
      timeoutMs: 60_000,
    },
    { right: 'audit.read', scope: 'none' },
  ),
} as const;
