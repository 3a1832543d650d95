import { scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from '../http/call-error.ts';
import { nextScan, type ScanEvent } from '../entities/scans/machine.ts';
import { changeMany } from '../store/documents.ts';
import type { ClubDatabase } from '../store/database.ts';
import { isConnectionLost } from '../store/reconnecting-storage.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { createFairQueue } from '../retry/fair-queue.ts';
import { type PhotoBytes, type PhotoStore, sha256Of } from './photos.ts';
import type { PhotoUpload } from '../status/status.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { Transport } from '../http/transport.ts';

/** The server's last words on a photograph; anything else is tried again. */
const FINAL: ReadonlySet<string> = new Set([
  'invalid_input',
  'payload_too_large',
  'unsupported_media',
  'hash_mismatch',
  'key_reused',
  'forbidden',
  'not_found',
]);

/** The photograph is not on this device any more, or not as it was kept (F25): it is to be taken again. */
const LOST = 'photo_lost';
/** A read that fails so often does not fail by chance. */
const READS = 3;

/** A browser tells of progress many times a second; so often is enough for an eye, in ms. */
const TOLD_EVERY_MS = 250;

/** Loaded with the first photograph. Without it a photograph goes out too, only nobody sees how far it is. */
function loadFetchWithProgress(onProgress: (share: number) => void) {
  return import('../http/fetch-with-progress.ts').then(
    ({ fetchWithProgress }) => fetchWithProgress(onProgress),
    () => undefined,
  );
}

/** @returns undefined where it can't be read. Throws only where the connection is lost (F22). */
async function readPhoto(photos: PhotoStore, id: string) {
  for (let read = 0; read < READS; read += 1) {
    try {
      return await photos.getRow(id);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
    }
  }
  return undefined;
}

/** @returns about half of its bytes; null where it can't be made smaller */
export type ReducePhoto = (photo: PhotoBytes) => Promise<PhotoBytes | null>;

export interface PhotoUploadOptions {
  readonly database: ClubDatabase;
  readonly photos: PhotoStore;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly userId: string;
  readonly reducePhoto?: ReducePhoto | undefined;
  readonly onUploading: (upload: PhotoUpload | null) => void;
}

export interface PhotoUploads {
  close(): void;
}

/** A photograph that is to go up, and the scan that waits for it. */
interface Waiting {
  readonly scanId: string;
  readonly photoId: string;
}

/**
 * Uploads the photographs of saved scans, one at a time, each before the scan that names it (F06,
 * F40, F41). A photograph that can't be sent refuses its scan, with the reason.
 */
export function startPhotoUploads(options: PhotoUploadOptions): PhotoUploads {
  const { retry, log } = options;
  const { scans } = options.database.collections;
  // Refused ones come back to this list by being mended; sent ones leave it.
  const query = scans.find({
    selector: { state: 'waiting', imageSent: false, imageIdxDB: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
  });
  const underWay = new Set<string>();
  /** Those that are through, of the ones that go up one after the other now. */
  let through = 0;
  let queue: Promise<void> = Promise.resolve();
  let isClosed = false;
  const tell = (upload: PhotoUpload | null) => {
    if (!isClosed) options.onUploading(upload);
  };
  const place = () => ({ position: through + 1, total: through + underWay.size });

  const turns = createFairQueue<Waiting>();
  /** Uploads one of those that wait: which one is told by their turns. */
  const uploadNext = async () => {
    const { item, result: problem } = await retry.run({ kind: 'photos' }, (signal) =>
      turns.next(({ photoId }) =>
        upload(options, photoId, { signal, tell: progressOf(photoId, place, tell) }),
      ),
    );
    const { scanId, photoId } = item;
    if (problem !== null) log.add('photo_refused', { code: problem });
    const event: ScanEvent =
      problem === null
        ? { type: 'photo_sent', photoId }
        : { type: 'photo_refused', photoId, refusal: { code: problem, message: '' } };
    const settled = changeMany(scans, [scanId], (scan) =>
      scan.deleted ? scan : nextScan(scan, event),
    );
    await settled.finally(() => {
      underWay.delete(photoId);
      through = underWay.size === 0 ? 0 : through + 1;
    });
  };

  const watch = query.$.subscribe((waiting) => {
    for (const { uuid, imageIdxDB } of waiting) {
      if (imageIdxDB === null || underWay.has(imageIdxDB)) continue;
      underWay.add(imageIdxDB);
      turns.add({ scanId: uuid, photoId: imageIdxDB });
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
      watch.unsubscribe();
    },
  };
}

/** Tells how far a photograph has got, not more often than an eye can follow; null when that is over. */
type Progress = (share: number | null | 'over') => void;

function progressOf(
  id: string,
  place: () => Pick<PhotoUpload, 'position' | 'total'>,
  tell: (upload: PhotoUpload | null) => void,
): Progress {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (share) => {
    if (share === 'over') return tell(null);
    const isDue = share === null || share === 1 || performance.now() - toldAt >= TOLD_EVERY_MS;
    if (!isDue) return;
    toldAt = performance.now();
    tell({ id, ...place(), share });
  };
}

/**
 * @returns the code of what is wrong with it for good; null when the server has it
 * @throws CallError for what is to be tried again
 */
async function upload(
  options: PhotoUploadOptions,
  id: string,
  way: { signal: AbortSignal; tell: Progress },
): Promise<string | null> {
  const { photos, transport, userId } = options;
  const { signal, tell } = way;
  const row = await readPhoto(photos, id);
  if (row?.state === 'sent') return null;
  if (!row || (await sha256Of(row.bytes)) !== row.sha256) return LOST;
  const body = {
    fields: { uuid: row.id, sha256: row.sha256 },
    bytes: new Uint8Array(row.bytes),
    mediaType: row.mime,
  };
  tell(null);
  const fetch = await loadFetchWithProgress(tell);
  try {
    const answer = await transport.call(scanCalls.uploadPhoto, { body }, { signal, userId, fetch });
    // Somebody else's answer, or of another photograph: not an acknowledgement.
    if (answer.uuid !== row.id || answer.sha256 !== row.sha256)
      throw new CallError('not_an_answer');
    await photos.markSent(id);
    return null;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (FINAL.has(error.code)) return error.code;
    // Something in between takes nothing as large. Where it can't be made smaller it waits, with that reason (F16).
    const isTooLarge = error.code === 'too_large_for_network';
    const smaller = isTooLarge ? await options.reducePhoto?.(row) : null;
    if (!smaller) throw error;
    await photos.replace(id, smaller);
    return await upload(options, id, way);
  } finally {
    tell('over');
  }
}
