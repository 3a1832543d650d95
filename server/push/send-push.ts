import webPush from 'web-push';
import { type WebSubscription } from '#schemas/push.ts';
import { type VapidKeys } from './vapid.ts';

/** Result for one device. `gone`: the device has unsubscribed. `rejected`: a retry would fail too. */
export type PushOutcome = 'sent' | 'gone' | 'rejected' | 'later';

const ENCODING = 'aes128gcm';
/** Messages for slower push services are retried later. */
const TIMEOUT_MS = 10_000;

interface PushRequest {
  readonly subscription: WebSubscription;
  readonly plaintext: Buffer;
  /** Time that the push service keeps the message for an offline device, in seconds. */
  readonly ttlSeconds: number;
  /** `high` wakes a device in battery saver mode. */
  readonly urgency: 'normal' | 'high';
  /**
   * Id of the message, the same for every attempt, with at most 32 characters. It lets the push service replace an
   * undelivered duplicate.
   */
  readonly topic: string;
  /** `mailto:` or `https:` address where the push service can reach us. */
  readonly contact: string;
  readonly keys: VapidKeys;
}

/**
 * Sends a message to one device's push service. The caller must have checked the endpoint. Never throws.
 */
export async function sendPush(request: PushRequest): Promise<PushOutcome> {
  const { subscription, plaintext } = request;
  let body: Buffer;
  try {
    body = encryptPush(plaintext, subscription.keys);
  } catch {
    // The key isn't a point on the curve, so nothing could ever be decrypted.
    return 'gone';
  }
  try {
    const response = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        ...createSenderHeaders(request),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(request.ttlSeconds),
        urgency: request.urgency,
        topic: request.topic,
      },
      body: new Uint8Array(body),
      // A redirect could leave the allowed hosts.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return getOutcome(response.status);
  } catch {
    return 'later';
  }
}

/**
 * Encrypts a message so that only the device can read it (RFC 8291).
 * Throws if the device's key isn't a point on the curve.
 */
export function encryptPush(plaintext: Buffer, { p256dh, auth }: WebSubscription['keys']): Buffer {
  return webPush.encrypt(p256dh, auth, plaintext, ENCODING).cipherText;
}

/** Headers that identify this server to the push service (RFC 8292), valid for 12 hours. */
export function createSenderHeaders(
  request: Pick<PushRequest, 'subscription' | 'contact' | 'keys'>,
): Record<string, string> {
  const { publicKey, privateKey } = request.keys;
  const { origin } = new URL(request.subscription.endpoint);
  return { ...webPush.getVapidHeaders(origin, request.contact, publicKey, privateKey, ENCODING) };
}

function getOutcome(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'rejected';
}
