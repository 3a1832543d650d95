import * as v from 'valibot';
import { emptyResult } from '../api/call.ts';
import { MINUTE_MS } from '../durations.ts';
import { moment, text, uuid } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, type ScopedRecord } from './operator-call.ts';
import type { OperatorRight } from './operator-rights.ts';

/** Number of records that an operator claims at a time. */
export const CLAIMED_RECORDS = 20;
/** Duration of a claim, in ms. */
export const CLAIM_MS = 10 * MINUTE_MS;
/** Maximum number of records skipped in one session of work. */
export const MAX_SKIPPED = 500;

/** Maximum number of claims released at a time; a screen's earlier claims expire by themselves. */
export const MAX_RELEASED = 500;

/** Reason for `conflict`: another operator has claimed the record. */
export const RECORD_CLAIMED = 'claimed';

/** Kinds of records that operators claim from a queue. */
const claimedKinds = [
  'approval',
  'chat',
  'company',
  'lead_request',
  'order',
  'scan',
] as const satisfies readonly ScopedRecord[];
export type ClaimedKind = (typeof claimedKinds)[number];

/** Another operator's claim on a record. */
export const recordClaim = v.object({ by: text(200), until: moment });
export type RecordClaim = v.InferOutput<typeof recordClaim>;

/**
 * Declares the call that claims records of a queue. All queues have the same input and result, so that one console
 * component can work through them.
 */
export function defineQueueCall<const Id extends string, const Path extends string>(
  { id, path, records }: { readonly id: Id; readonly path: Path; readonly records: string },
  right: OperatorRight,
) {
  return defineOperatorCall(
    {
      id,
      method: 'POST',
      path,
      summary: `Claims the next ${records} for ten minutes, oldest first. Other operators then get the ones after them.`,
      body: v.object({
        /** Records that the operator doesn't want to see now. `releaseClaims` ends their claims. */
        skipped: v.pipe(v.array(uuid), v.maxLength(MAX_SKIPPED)),
        /** Claims only this record, even if another operator has claimed it. */
        opened: v.optional(uuid),
        /** Only records of this country, which must be one of the operator's. */
        region: v.optional(regionId),
      }),
      result: v.object({
        /** Ids of the claimed records in order; empty if none are left. */
        records: v.array(uuid),
      }),
    },
    { right, scope: 'list' },
  );
}
export type QueueCall = ReturnType<typeof defineQueueCall>;

export const queueClaimCalls = {
  releaseClaims: defineOperatorCall(
    {
      id: 'releaseClaims',
      method: 'POST',
      path: '/operator/v1/claims/release',
      summary:
        'Ends the operator’s own claims on records of a kind, when they leave the queue. Claims of their other tabs stay.',
      body: v.object({
        kind: v.picklist(claimedKinds),
        /** Records that were claimed by the screen that the operator leaves. */
        records: v.pipe(v.array(uuid), v.maxLength(MAX_RELEASED)),
      }),
      result: emptyResult,
    },
    { right: null, scope: 'none', strength: 'weak' },
  ),
} as const;
