import * as v from 'valibot';
import { defineCall } from './call.ts';

/** What a browser needs to be reached by push messages; where it is then reached stands in the user's `fcm`. */
export const pushCalls = {
  pushKey: defineCall({
    id: 'pushKey',
    method: 'GET',
    path: '/v1/push/key',
    summary: 'The public key that a browser subscribes to push messages with.',
    result: v.object({
      /** An uncompressed point of P-256 in base64url. */
      public_key: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
    }),
  }),
};
