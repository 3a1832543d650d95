import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { WebSubscription } from '#schemas/push.ts';

/** A subscribed device: its subscription, and how it decrypts messages. */
export interface PushDevice {
  readonly subscription: WebSubscription;
  /** Decrypts a body as a browser does (RFC 8291); throws if it is meant for another device. */
  readonly decrypt: (body: Buffer) => string;
}

/** Keys created by a device on subscribing. */
interface DeviceKeys {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

function createDeviceKeys(): DeviceKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return { ecdh, auth: randomBytes(16) };
}

/**
 * @param endpoint address of its push service
 * @param keys its own keys; only needed for known test vectors
 */
export function pushDevice(
  endpoint: string,
  { ecdh, auth }: DeviceKeys = createDeviceKeys(),
): PushDevice {
  const p256dh = ecdh.getPublicKey();
  return {
    subscription: {
      endpoint,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt: (body) => {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const encryptedBytes = body.subarray(21 + keyLength);
      const hkdf = (secret: Buffer, saltBytes: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, saltBytes, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const key = hkdf(ecdh.computeSecret(sender), auth, info, 32);
      const contentKey = hkdf(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
      decipher.setAuthTag(encryptedBytes.subarray(-16));
      const paddedBytes = Buffer.concat([
        decipher.update(encryptedBytes.subarray(0, -16)),
        decipher.final(),
      ]);
      const end = paddedBytes.lastIndexOf(2);
      return paddedBytes.subarray(0, end).toString();
    },
  };
}
