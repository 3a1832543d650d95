import { moment, uuid } from './primitives.ts';
import * as v from 'valibot';

/**
 * Wire fields of every replicated entity.
 * - `op_id` identifies the latest edit: it's that edit's idempotency key, and the base for a later edit.
 * - `deleted` marks a tombstone; a pull by `since` includes tombstones.
 */
export const replicatedEntries = {
  uuid,
  op_id: uuid,
  created_at: moment,
  updated_at: moment,
  deleted: v.boolean(),
};
