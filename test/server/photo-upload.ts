import { createHash, randomUUID } from 'node:crypto';

/** Builds an upload of these bytes, as a device sends it. */
export function uploadOf(bytes: Uint8Array, mediaType = 'image/png', uuid: string = randomUUID()) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { fields: { uuid, sha256 }, bytes: new Uint8Array(bytes), mediaType };
}
