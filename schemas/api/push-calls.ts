import * as v from 'valibot';
import { defineCall } from './call.ts';

/** Public key for push subscriptions; the subscriptions themselves are in the user's `fcm`. */
export const pushCalls = {
  getPushKey: defineCall({
    id: 'getPushKey',
    method: 'GET',
    path: '/v1/push/key',
    summary: 'Get the public key for push subscriptions.',
    result: v.object({
      /** Uncompressed P-256 point in base64url. */
      public_key: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
    }),
  }),
};
