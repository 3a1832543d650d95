import * as v from 'valibot';
import { defineCall } from './call.ts';

/**
 * Event of the stream. It contains the names of the company's collections that have changed, as in
 * `collections.ts`, but not their data. Clients ignore unknown names.
 */
export const changeNotice = v.object({
  collections: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64)),
});
export type ChangeNotice = v.InferOutput<typeof changeNotice>;

/** Maximum pause between messages of a stream, so that clients notice a dead connection. */
export const STREAM_HEARTBEAT_MS = 15_000;

/** Calls that respond with a stream of server-sent events instead of a JSON document. */
export const liveCalls = {
  streamChanges: defineCall({
    id: 'streamChanges',
    method: 'GET',
    path: '/v1/events',
    summary:
      'Stream the names of your company’s changed collections: one `changed` event per change, the first ' +
      'immediately. Pull the data with `since`. Comments are heartbeats. The stream ends when the session ' +
      'ends, and otherwise from time to time; reconnect then.',
    result: changeNotice,
  }),
};
