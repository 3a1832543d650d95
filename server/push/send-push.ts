import webPush from 'web-push';
import { type WebSubscription } from '#schemas/push.ts';
import { type VapidKeys } from './vapid.ts';

/**
 * What became of one message to one device. `gone`: the device has unsubscribed; `refused`: sending it
 * again changes nothing.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later';

const ENCODING = 'aes128gcm';
/** A push service that takes longer than this is asked again later. */
const TIMEOUT_MS = 10_000;

export interface PushRequest {
  readonly subscription: WebSubscription;
  readonly plaintext: Buffer;
  /** How long the push service keeps it for a device that is off, in seconds. */
  readonly ttlSeconds: number;
  /** `high` wakes a phone that saves its battery. */
  readonly urgency: 'normal' | 'high';
  /** The same at every try, 32 letters at most: a push service that still has the first one replaces it. */
  readonly topic: string;
  /** A `mailto:` or `https:` address where the push service reaches us. */
  readonly contact: string;
  readonly keys: VapidKeys;
}

/** Hands a message to the push service of one device. The endpoint has been judged before. Never throws. */
export async function sendPush(request: PushRequest): Promise<PushOutcome> {
  const { subscription, plaintext } = request;
  let body: Buffer;
  try {
    body = encryptPush(plaintext, subscription.keys);
  } catch {
    // Keys that are no point of the curve: nobody can ever read what is sent to them.
    return 'gone';
  }
  try {
    const answer = await fetch(subscription.endpoint, {
      method: 'POST',
      headers: {
        ...senderHeaders(request),
        'content-encoding': ENCODING,
        'content-type': 'application/octet-stream',
        ttl: String(request.ttlSeconds),
        urgency: request.urgency,
        topic: request.topic,
      },
      body: new Uint8Array(body),
      // A redirect would lead past the list of known hosts.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    return outcomeOf(answer.status);
  } catch {
    return 'later';
  }
}

/**
 * Encrypts a message so that only the device can read it, not the push service in between (RFC 8291).
 * Throws when the device's key is no point of the curve.
 */
export function encryptPush(plaintext: Buffer, { p256dh, auth }: WebSubscription['keys']): Buffer {
  return webPush.encrypt(p256dh, auth, plaintext, ENCODING).cipherText;
}

/** What proves to a push service who is sending (RFC 8292), for the next 12 hours. */
export function senderHeaders(
  request: Pick<PushRequest, 'subscription' | 'contact' | 'keys'>,
): Record<string, string> {
  const { publicKey, privateKey } = request.keys;
  const { origin } = new URL(request.subscription.endpoint);
  return { ...webPush.getVapidHeaders(origin, request.contact, publicKey, privateKey, ENCODING) };
}

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
