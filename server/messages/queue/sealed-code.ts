import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Purpose of the key; a text encrypted for one purpose can't be decrypted for another. */
const QUEUE_PURPOSE = 'codes in the queue of messages';

/**
 * Encrypts a one-time code for the queue, because the database otherwise stores only hashes of codes. The result is
 * bound to its message and can't be decrypted for another one.
 * @param pepper the secret key, also used to hash codes
 * @param messageId id of the message, or other record, that contains the code
 */
export function sealCode(
  pepper: string,
  messageId: string,
  code: string,
  purpose = QUEUE_PURPOSE,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(pepper, purpose), nonce).setAAD(
    Buffer.from(messageId),
  );
  const sealedBytes = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealedBytes]).toString('base64url');
}

/** Decrypts a code; null if the pepper or the message doesn't match. */
export function openCode(
  pepper: string,
  messageId: string,
  sealedBytes: string,
  purpose = QUEUE_PURPOSE,
): string | null {
  const bytes = Buffer.from(sealedBytes, 'base64url');
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(
      CIPHER,
      deriveKey(pepper, purpose),
      bytes.subarray(0, NONCE_BYTES),
      {
        authTagLength: TAG_BYTES,
      },
    )
      .setAAD(Buffer.from(messageId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd));
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
  } catch {
    return null;
  }
}

function deriveKey(pepper: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', purpose, 32));
}
