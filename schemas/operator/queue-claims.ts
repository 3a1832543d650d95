import * as v from 'valibot';
import { MINUTE_MS } from '../durations.ts';
import { moment, text } from '../primitives.ts';

/** Number of records that an operator claims at a time. */
export const CLAIMED_RECORDS = 20;
/** Duration of a claim, in ms. */
export const CLAIM_MS = 10 * MINUTE_MS;

/** Reason for `conflict`: another operator has claimed the record. */
export const RECORD_CLAIMED = 'claimed';

/** Another operator's claim on a record. */
export const recordClaim = v.object({ by: text(200), until: moment });
export type RecordClaim = v.InferOutput<typeof recordClaim>;
