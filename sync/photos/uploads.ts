import { scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from '../http/call-error.ts';
import { nextScan, type ScanEvent } from '../entities/scans/machine.ts';
import { changeMany } from '../store/documents.ts';
import type { ClubDatabase } from '../store/database.ts';
import { isConnectionLost } from '../store/reconnecting-storage.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { sha256Of, type PhotoStore } from './photos.ts';
import { createPoisonWatch } from '../retry/poison.ts';
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
function fetchThatTells(onProgress: (share: number) => void) {
  return import('../http/upload-fetch.ts').then(
    ({ uploadFetch }) => uploadFetch(onProgress),
    () => undefined,
  );
}

/** @returns undefined where it can't be read. Throws only where the connection is lost (F22). */
async function readPhoto(photos: PhotoStore, id: string) {
  for (let read = 0; read < READS; read += 1) {
    try {
      return await photos.row(id);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
    }
  }
  return undefined;
}

export interface PhotoUploads {
  close(): void;
}

/**
 * Uploads the photographs of saved scans, one at a time, each before the scan that names it (F06,
 * F40, F41). A photograph that can't be sent refuses its scan, with the reason.
 */
export function startPhotoUploads(options: {
  database: ClubDatabase;
  photos: PhotoStore;
  transport: Transport;
  retry: RetryScheduler;
  log: SyncLog;
  userId: string;
  onUploading: (upload: PhotoUpload | null) => void;
}): PhotoUploads {
  const { photos, transport, userId, log } = options;
  const { scans } = options.database.collections;
  // Refused ones come back to this list by being mended; sent ones leave it.
  const query = scans.find({
    selector: { state: 'waiting', imageSent: false, imageIdxDB: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
  });
  const poison = createPoisonWatch();
  const underWay = new Set<string>();
  /** Those that are through, of the ones that go up one after the other now. */
  let through = 0;
  let queue: Promise<void> = Promise.resolve();
  let isClosed = false;

  /** Tells how far it has got, from now on. */
  const telling = (id: string) => {
    let toldAt = 0;
    const tell = (share: number | null) => {
      if (isClosed) return;
      toldAt = performance.now();
      const place = through + 1;
      options.onUploading({ id, place, of: through + underWay.size, share });
    };
    tell(null);
    return (share: number) => {
      if (share === 1 || performance.now() - toldAt >= TOLD_EVERY_MS) tell(share);
    };
  };

  const upload = async (id: string, signal: AbortSignal): Promise<string | null> => {
    const row = await readPhoto(photos, id);
    if (row?.state === 'sent') return null;
    if (!row || (await sha256Of(row.bytes)) !== row.sha256) return LOST;
    const body = {
      fields: { uuid: row.id, sha256: row.sha256 },
      bytes: new Uint8Array(row.bytes),
      mediaType: row.mime,
    };
    const fetch = await fetchThatTells(telling(id));
    try {
      const how = { signal, userId, fetch };
      const answer = await transport.call(scanCalls.uploadPhoto, { body }, how);
      // Somebody else's answer, or of another photograph: not an acknowledgement.
      if (answer.uuid !== row.id || answer.sha256 !== row.sha256)
        throw new CallError('not_an_answer');
      await photos.markSent(id);
      return null;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isPoison =
        error.code === 'internal' && poison.stumbled(id, options.retry.state().successes);
      if (FINAL.has(error.code) || isPoison) return error.code;
      throw error;
    } finally {
      if (!isClosed) options.onUploading(null);
    }
  };
  const settle = async (scanId: string, photoId: string) => {
    const problem = await options.retry.run({ kind: 'photos' }, (signal) =>
      upload(photoId, signal),
    );
    if (problem !== null) log.add('photo_refused', { code: problem });
    const event: ScanEvent =
      problem === null
        ? { type: 'photo_sent', photoId }
        : { type: 'photo_refused', photoId, refusal: { code: problem, message: '' } };
    await changeMany(scans, [scanId], (scan) => (scan.deleted ? scan : nextScan(scan, event)));
  };

  const watch = query.$.subscribe((waiting) => {
    for (const { uuid, imageIdxDB } of waiting) {
      if (imageIdxDB === null || underWay.has(imageIdxDB)) continue;
      underWay.add(imageIdxDB);
      queue = queue
        .then(() => (isClosed ? undefined : settle(uuid, imageIdxDB)))
        .catch((error: unknown) => {
          if (!isClosed) log.add('photo_failed', { unexpected: !(error instanceof CallError) });
        })
        .finally(() => {
          underWay.delete(imageIdxDB);
          through = underWay.size === 0 ? 0 : through + 1;
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
