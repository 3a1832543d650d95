import * as v from 'valibot';
import { defineCall } from './call.ts';

/**
 * What a stream says: which of the company's collections have changed, and nothing of what is in them.
 * The names are those of `collections.ts`; a reader passes over names that it does not know.
 */
export const changeNotice = v.object({
  collections: v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(64)),
});
export type ChangeNotice = v.InferOutput<typeof changeNotice>;

/** The server says something at least this often, so that a dead connection is noticed. */
export const STREAM_HEARTBEAT_MS = 15_000;

/** Answers that go on: server-sent events instead of one JSON text. */
export const liveCalls = {
  events: defineCall({
    id: 'events',
    method: 'GET',
    path: '/v1/events',
    summary:
      "Tells which of the company's collections have changed, as it happens: one `changed` event each " +
      'time, the first one at once. The data itself is pulled by `since`. Comments in between are ' +
      'heartbeats. The stream ends with the session, and from time to time: it is then opened again.',
    result: changeNotice,
  }),
};
