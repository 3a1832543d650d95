import * as v from 'valibot';
import { campaignRecordId } from '../campaign.ts';
import { text, uuid } from '../primitives.ts';
import { defineOperatorCall, type ScopedRecord } from './operator-call.ts';

/** Kinds of records whose pages show who else has them open. */
export const presenceKinds = [
  'announcement',
  'campaign',
  'chat',
  'company',
  'content',
  'import',
  'installer',
  'lead',
  'lead_request',
  'operator',
  'order',
  'product',
  'survey',
] as const satisfies readonly (ScopedRecord | 'campaign' | 'import')[];
export type PresenceKind = (typeof presenceKinds)[number];

/** Interval at which an open page reports itself, in ms. */
export const PRESENCE_INTERVAL_MS = 15_000;
/** A page that hasn't reported itself for this long (ms) is closed or hidden. */
export const PRESENCE_TTL_MS = 3 * PRESENCE_INTERVAL_MS;

export const presenceCalls = {
  reportPresence: defineOperatorCall(
    {
      id: 'reportPresence',
      method: 'POST',
      path: '/operator/v1/presence',
      summary: 'Report that the operator has a record open. Returns who else has it open, by name.',
      body: v.object({
        kind: v.picklist(presenceKinds),
        record: v.union([uuid, campaignRecordId]),
      }),
      result: v.object({ others: v.array(text(100)) }),
    },
    { right: null, scope: 'list' },
  ),
} as const;
