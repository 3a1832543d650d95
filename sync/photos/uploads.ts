import { scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from '../http/call-error.ts';
import { nextScan } from '../entities/scans/machine.ts';
import type { ScanEvent } from '../entities/scans/scan-events.ts';
import { changeMany } from '../store/documents.ts';
import type { ClubDatabase } from '../store/database.ts';
import { isConnectionLost } from '../store/reconnecting-storage.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { createFairQueue } from '../retry/fair-queue.ts';
import { type PhotoBytes, type PhotoStore, sha256Of } from './photos.ts';
import type { PhotoUpload } from '../status/status.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { Transport } from '../http/transport.ts';

/** After these errors, a photo isn't sent again; any other error is retried. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'invalid_input',
  'payload_too_large',
  'unsupported_media',
  'hash_mismatch',
  'key_reused',
  'forbidden',
  'not_found',
]);

/** The photo is missing or damaged on this device (F25): the user has to take it again. */
const PHOTO_LOST = 'photo_lost';
/** Maximum number of attempts to read a photo. */
const MAX_READS = 3;

/** Throttle for progress events, in ms. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * Loads a `fetch` that reports progress. It's loaded only when the first photo is uploaded; if this fails, photos are
 * uploaded without progress.
 */
function loadFetchWithProgress(onProgress: (share: number) => void) {
  return import('../http/fetch-with-progress.ts').then(
    ({ fetchWithProgress }) => fetchWithProgress(onProgress),
    () => undefined,
  );
}

/**
 * Reads a photo from this device.
 * @returns undefined if the photo can't be read
 * @throws only if the connection to the database is lost (F22)
 */
async function readPhoto(photos: PhotoStore, id: string) {
  for (let attempt = 0; attempt < MAX_READS; attempt += 1) {
    try {
      return await photos.getRow(id);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
    }
  }
  return undefined;
}

/** @returns a photo of about half the bytes; null if it can't be shrunk */
export type ReducePhoto = (photo: PhotoBytes) => Promise<PhotoBytes | null>;

interface PhotoUploadOptions {
  readonly database: ClubDatabase;
  readonly photos: PhotoStore;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
  readonly reducePhoto?: ReducePhoto | undefined;
  readonly onUploading: (upload: PhotoUpload | null) => void;
}

interface PhotoUploads {
  close(): void;
}

/** A photo to upload, and the scan that needs it. */
interface PendingPhoto {
  readonly scanId: string;
  readonly photoId: string;
  /** The server had the photo, but may have lost it. */
  readonly wasSent: boolean;
}

/**
 * Uploads photos of saved scans, one at a time, and each before its scan is sent (F06, F40, F41). If a photo can't be
 * sent, its scan is marked as rejected for that reason.
 */
export function startPhotoUploads(options: PhotoUploadOptions): PhotoUploads {
  const { retry, log } = options;
  const { scans } = options.database.collections;
  // Rejected scans return to this list when edited; uploaded ones leave it.
  const query = scans.find({
    selector: { state: 'waiting', imageSent: false, imageIdxDB: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
  });
  const uploadingIds = new Set<string>();
  /** Number of uploads done in the current series. */
  let doneCount = 0;
  let queue: Promise<void> = Promise.resolve();
  let isClosed = false;
  const reportUpload = (upload: PhotoUpload | null) => {
    if (!isClosed) options.onUploading(upload);
  };
  const seriesPosition = () => ({ position: doneCount + 1, total: doneCount + uploadingIds.size });

  const fairQueue = createFairQueue<PendingPhoto>();
  /** Uploads the next photo of the fair queue. */
  const uploadNext = async () => {
    const { item, result: problem } = await retry.run({ kind: 'photos' }, (signal) =>
      fairQueue.next(({ photoId, wasSent }) => {
        const report = createProgress(photoId, seriesPosition, reportUpload);
        return upload(options, photoId, { wasSent, signal, report });
      }),
    );
    const { scanId, photoId } = item;
    if (problem !== null) log.add('photo_refused', { code: problem });
    const event: ScanEvent =
      problem === null
        ? { type: 'photo_sent', photoId }
        : { type: 'photo_rejected', photoId, refusal: { code: problem, message: '' } };
    const whenStored = changeMany(scans, [scanId], (scan) =>
      scan.deleted ? scan : nextScan(scan, event),
    );
    await whenStored.finally(() => {
      uploadingIds.delete(photoId);
      doneCount = uploadingIds.size === 0 ? 0 : doneCount + 1;
    });
  };

  const subscription = query.$.subscribe((pendingScans) => {
    for (const { uuid, imageIdxDB, image_data } of pendingScans) {
      if (imageIdxDB === null || uploadingIds.has(imageIdxDB)) continue;
      uploadingIds.add(imageIdxDB);
      fairQueue.add({
        scanId: uuid,
        photoId: imageIdxDB,
        wasSent: image_data === imageIdxDB,
      });
      retry.retryNow({ kind: 'photos' });
      queue = queue
        .then(() => (isClosed ? undefined : uploadNext()))
        .catch((error: unknown) => {
          if (!isClosed) log.add('photo_failed', { unexpected: !(error instanceof CallError) });
        });
    }
  });

  return {
    close() {
      isClosed = true;
      subscription.unsubscribe();
    },
  };
}

/** Reports upload progress, throttled; `ended` when the upload ends. */
type Progress = (share: number | null | 'ended') => void;

function createProgress(
  id: string,
  seriesPosition: () => Pick<PhotoUpload, 'position' | 'total'>,
  report: (upload: PhotoUpload | null) => void,
): Progress {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (share) => {
    if (share === 'ended') return report(null);
    const isDue =
      share === null || share === 1 || performance.now() - reportedAt >= PROGRESS_INTERVAL_MS;
    if (!isDue) return;
    reportedAt = performance.now();
    report({ id, ...seriesPosition(), share });
  };
}

/**
 * @returns a final error code; null if the server has the photo
 * @throws CallError for errors that should be retried
 */
async function upload(
  options: PhotoUploadOptions,
  id: string,
  context: { wasSent: boolean; signal: AbortSignal; report: Progress },
): Promise<string | null> {
  const { photos, transport, userId } = options;
  const { wasSent, signal, report } = context;
  const row = await readPhoto(photos, id);
  if (row?.state === 'sent' && !wasSent) return null;
  if (!row || (await sha256Of(row.bytes)) !== row.sha256) {
    // The device has no copy. The verdict on the scan will show if the server still has the photo.
    return wasSent ? null : PHOTO_LOST;
  }
  const body = {
    fields: { uuid: row.id, sha256: row.sha256 },
    bytes: new Uint8Array(row.bytes),
    mediaType: row.mime,
  };
  report(null);
  const fetch = await loadFetchWithProgress(report);
  try {
    const response = await transport.call(
      scanCalls.uploadPhoto,
      { body },
      { signal, userId, fetch },
    );
    // A response about another photo isn't an acknowledgement.
    if (response.uuid !== row.id || response.sha256 !== row.sha256)
      throw new CallError('not_an_answer');
    await photos.markSent(id);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (FINAL_CODES.has(error.code)) return error.code;
    // The network blocks this size. A photo that can't be shrunk stays unsent, and the status shows why (F16).
    const isTooLarge = error.code === 'too_large_for_network';
    const smallerPhoto = isTooLarge ? await options.reducePhoto?.(row) : null;
    if (!smallerPhoto) throw error;
    await photos.replace(id, smallerPhoto);
    return await upload(options, id, context);
  } finally {
    report('ended');
  }
}
