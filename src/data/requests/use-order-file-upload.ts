import { useEffect, useRef, useState } from 'react';
import { checkoutCalls } from '#schemas/api/checkout-calls.ts';
import type { OrderFile } from '#schemas/order.ts';
import { sha256Of } from '#sync/photos/photos.ts';
import { useAccount } from '../account/account-context.tsx';
import { useCall } from './use-request.ts';
import { codeOf } from '../text/error-code.ts';

/** A file being uploaded. Its id is created first, so that retries store the file once. */
interface PendingUpload {
  readonly file: File;
  readonly mediaType: string;
  readonly uuid: string;
}

type OrderFileUpload =
  | { readonly name: 'none' }
  /** `share` from 0 to 1; null if unknown. */
  | { readonly name: 'sending'; readonly fileName: string; readonly share: number | null }
  | { readonly name: 'failed'; readonly fileName: string; readonly error: unknown };

/** Maximum length of the file name. A longer name is truncated at the start, to keep the extension. */
const NAME_LENGTH = 120;

/** Loads the module with the first file. If loading fails, uploads have no progress. */
function fetchWithProgress(onProgress: (share: number) => void) {
  return import('#sync/http/fetch-with-progress.ts').then(
    ({ fetchWithProgress }) => fetchWithProgress(onProgress),
    () => undefined,
  );
}

/**
 * Uploads a file for an order. After cancelling or unmounting, no more progress or result is reported.
 * @param onSent receives the file as stored on the server
 */
export function useOrderFileUpload(onSent: (file: OrderFile) => void) {
  const call = useCall();
  const { user_id: userId } = useAccount().identity;
  const [upload, setUpload] = useState<OrderFileUpload>({ name: 'none' });
  const latestUpload = useRef<PendingUpload | null>(null);
  const uploadAbort = useRef<AbortController | null>(null);
  useEffect(() => () => uploadAbort.current?.abort(), []);

  const send = async ({ file, mediaType, uuid }: PendingUpload): Promise<OrderFile> => {
    const abort = new AbortController();
    uploadAbort.current?.abort();
    uploadAbort.current = abort;
    const { signal } = abort;
    const showProgress = (share: number | null) => {
      if (!signal.aborted) setUpload({ name: 'sending', fileName: file.name, share });
    };
    showProgress(null);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sha256 = await sha256Of(bytes.buffer);
    const fields = { uuid, sha256, name: file.name.slice(-NAME_LENGTH) };
    const body = { fields, bytes, mediaType };
    const fetch = await fetchWithProgress(showProgress);
    return call(checkoutCalls.uploadOrderFile, { body }, { signal, userId, fetch });
  };
  const run = async (pendingUpload: PendingUpload) => {
    latestUpload.current = pendingUpload;
    const isCurrent = () => latestUpload.current === pendingUpload;
    try {
      const { uuid, name } = await send(pendingUpload);
      if (!isCurrent() || uploadAbort.current?.signal.aborted) return;
      setUpload({ name: 'none' });
      onSent({ uuid, name });
    } catch (error) {
      if (!isCurrent() || uploadAbort.current?.signal.aborted) return;
      setUpload({ name: 'failed', fileName: pendingUpload.file.name, error });
    }
  };
  return {
    upload,
    send: (file: File, mediaType: string) =>
      void run({ file, mediaType, uuid: crypto.randomUUID() }),
    retry: () => {
      if (latestUpload.current) void run(latestUpload.current);
    },
    cancel: () => {
      latestUpload.current = null;
      uploadAbort.current?.abort();
      setUpload({ name: 'none' });
    },
  };
}

/** Statuses and codes after which a retry may succeed. */
const temporaryStatuses = new Set([401, 408, 425, 429]);
const unknownOutcomeCodes = new Set([
  'offline',
  'timeout',
  'cancelled',
  'not_an_answer',
  'in_progress',
]);

/** True if the server rejected a request and would reject it again. */
export function isPermanentRejection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false;
  const { status } = error;
  if (typeof status !== 'number' || status < 400 || status >= 500) return false;
  return !temporaryStatuses.has(status) && !unknownOutcomeCodes.has(codeOf(error) ?? '');
}
