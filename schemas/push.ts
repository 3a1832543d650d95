import * as v from 'valibot';
import { appPath } from './app-path.ts';
import { text } from './primitives.ts';

/** A browser's push subscription; bytes in base64url. */
export const webSubscription = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000), v.url()),
  keys: v.object({
    /** The device's public key: an uncompressed P-256 point, 65 bytes. */
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
    /** Authentication secret shared by the device and our server, 16 bytes. */
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/)),
  }),
});
export type WebSubscription = v.InferOutput<typeof webSubscription>;

/** Platform of a browser's entry in the user's `fcm` list; its token is the subscription as JSON. */
export const WEB_PLATFORM = 'web';

/** Content of a push message (spec 1 §3): `link` is a path of the app. */
export const pushMessage = v.object({
  title: text(200),
  body: v.pipe(v.string(), v.maxLength(2000)),
  link: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200),
      v.check((link) => appPath(link) !== null),
    ),
  ),
});
export type PushMessage = v.InferOutput<typeof pushMessage>;
