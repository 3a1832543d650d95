import {
  IMPORT_PART_BYTES,
  importPartPath,
  type ImportRecord,
} from '#schemas/operator/import-calls.ts';
import { clientError, readFailure } from '#console/data/operator-error.ts';

/** Timeout for uploading a part, in ms. */
const PART_TIMEOUT_MS = 120_000;

/** Files chosen on this page, by import id. */
const chosenFiles = new Map<string, File>();
export const setChosenFile = (id: string, file: File): void => void chosenFiles.set(id, file);
export const getChosenFile = (id: string): File | undefined => chosenFiles.get(id);

/** Number of parts in a file. */
export const countParts = (bytes: number): number => Math.ceil(bytes / IMPORT_PART_BYTES);

/** SHA-256 of a file or a part of it, in hexadecimal. */
export async function hashOf(content: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await content.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const partOf = (file: File, number: number): Blob =>
  file.slice(number * IMPORT_PART_BYTES, (number + 1) * IMPORT_PART_BYTES);

/** A started upload: the parts that the server has, and the size and hash of the whole file. */
type StartedUpload = Pick<ImportRecord, 'bytes' | 'parts' | 'part_hashes' | 'sha256'>;

/**
 * True if the upload was started with this file. Compares its size, the hashes of the stored parts and, if it's known,
 * the hash of the whole file.
 */
export async function isStartedFile(file: File, startedUpload: StartedUpload): Promise<boolean> {
  if (file.size !== startedUpload.bytes) return false;
  for (const [index, number] of startedUpload.parts.entries())
    if ((await hashOf(partOf(file, number))) !== startedUpload.part_hashes[index]) return false;
  return startedUpload.sha256 === null || (await hashOf(file)) === startedUpload.sha256;
}

/**
 * Uploads the parts that the server doesn’t have, one after another.
 * @param onPart called after each part with the number of parts that the server has
 * @throws OperatorError; parts already uploaded stay stored
 */
export async function uploadMissingParts(
  id: string,
  file: File,
  {
    storedParts,
    onPart,
  }: { readonly storedParts: readonly number[]; readonly onPart: (count: number) => void },
): Promise<void> {
  const storedNumbers = new Set(storedParts);
  for (let number = 0; number < countParts(file.size); number += 1) {
    if (storedNumbers.has(number)) continue;
    await uploadPart(id, number, file);
    storedNumbers.add(number);
    onPart(storedNumbers.size);
  }
}

async function uploadPart(id: string, number: number, file: File): Promise<void> {
  let response: Response;
  try {
    response = await fetch(importPartPath(id, number), {
      method: 'PUT',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      body: partOf(file, number),
      signal: AbortSignal.timeout(PART_TIMEOUT_MS),
    });
  } catch {
    throw clientError('offline');
  }
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  throw readFailure(response.status, body, response.headers.get('retry-after'));
}
