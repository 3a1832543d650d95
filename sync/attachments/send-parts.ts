import { ATTACHMENT_PART_BYTES } from '#schemas/attachment.ts';
import type { FileParts } from '#schemas/api/call.ts';

/** Content to send. */
interface SendableContent {
  readonly id: string;
  readonly sha256: string;
  readonly size: number;
  /** Null if this device lost the bytes; a single request then asks if the server has the content. */
  readonly bytes: ArrayBuffer | null;
}

/** The server's response to a part. */
interface PartResponse {
  readonly stored: number;
  readonly complete: boolean;
}

/**
 * Sends content in parts, starting at the first byte the server lacks. Used by the page and the service worker.
 * @param sendPart sends one part. If it returns null, the upload stops. Its errors are rethrown.
 * @returns true if the server has the whole content
 */
export async function sendParts(
  { id, sha256, size, bytes }: SendableContent,
  sendPart: (body: FileParts) => Promise<PartResponse | null>,
  partBytes = ATTACHMENT_PART_BYTES,
): Promise<boolean> {
  // Small content is sent in one request, without first asking what the server has.
  let isOffsetKnown = bytes !== null && size <= partBytes;
  let offset = 0;
  // Limits the requests to about two per part, so that wrong offsets from the server can't cause an endless loop.
  const maxParts = 2 * Math.ceil(size / partBytes) + 1;
  for (let count = 0; count < maxParts; count += 1) {
    const part =
      isOffsetKnown && bytes
        ? new Uint8Array(bytes, offset, Math.min(partBytes, size - offset))
        : new Uint8Array();
    const response = await sendPart({
      fields: { uuid: id, sha256, offset: String(offset), total: String(size) },
      bytes: part,
      mediaType: 'application/octet-stream',
    });
    if (response === null) return false;
    if (response.complete) return true;
    if (bytes === null) return false;
    offset = Math.min(Math.max(0, response.stored), size);
    isOffsetKnown = true;
  }
  return false;
}
