import { moment, uuid } from './primitives.ts';
import * as v from 'valibot';

/**
 * What every replicated entity carries on the wire.
 * - `op_id` is made anew by whoever edits: it is the idempotency key of that edit, and what a later
 *   edit names as its base.
 * - `deleted` makes the entity a tombstone; a pull by `since` includes those.
 */
export const replicatedEntries = {
  uuid,
  op_id: uuid,
  created_at: moment,
  updated_at: moment,
  deleted: v.boolean(),
};
