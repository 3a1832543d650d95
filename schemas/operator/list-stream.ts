import * as v from 'valibot';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';

/**
 * Event of the console's stream: lists that have changed, as in `changed-lists.ts`, and their countries. It contains no
 * ids or data. Clients ignore unknown names.
 */
export const listNotice = v.object({
  lists: v.pipe(
    v.array(
      v.object({
        list: v.pipe(v.string(), v.maxLength(64)),
        region: regionId,
      }),
    ),
    v.maxLength(1024),
  ),
});
export type ListNotice = v.InferOutput<typeof listNotice>;

/** Calls of the console that respond with a stream of server-sent events instead of one JSON document. */
export const listStreamCalls = {
  streamChangedLists: defineOperatorCall(
    {
      id: 'streamChangedLists',
      method: 'GET',
      path: '/operator/v1/events',
      summary:
        'Stream the names of changed lists in your countries: one `changed` event per change, the first immediately with ' +
        'all lists that you may read. Comments are heartbeats. The stream ends when the session ends or your roles ' +
        'change, and otherwise from time to time; reconnect then.',
      result: listNotice,
    },
    { right: null, scope: 'list', strength: 'weak' },
  ),
};
