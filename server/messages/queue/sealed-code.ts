import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A one-time code as it waits in the queue: whoever reads the database alone learns nothing (codes are
 * otherwise only hashed there), and in another message it can't be opened.
 * @param pepper the secret that also keys the hashes of codes
 * @param messageId the message that it is a part of
 */
export function sealCode(pepper: string, messageId: string, code: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(pepper), nonce).setAAD(Buffer.from(messageId));
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The code again; null where it was sealed with another pepper or for another message. */
export function openCode(pepper: string, messageId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const tagAt = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(pepper), bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(messageId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, tagAt));
    return Buffer.concat([decipher.update(bytes.subarray(tagAt)), decipher.final()]).toString();
  } catch {
    return null;
  }
}

function keyOf(pepper: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', 'codes in the queue of messages', 32));
}
