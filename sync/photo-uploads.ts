import { scanCalls } from '#schemas/api/scan-calls.ts';
import { CallError } from './call-error.ts';
import type { ClubDatabase } from './database.ts';
import type { Patience } from './patience.ts';
import { sha256Of, type PhotoStore } from './photos.ts';
import { createPoisonWatch } from './poison.ts';
import type { Clock } from './ports.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

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
  patience: Patience;
  log: SyncLog;
  clock: Clock;
  userId: string;
  onUploading: (photoId: string | null) => void;
}): PhotoUploads {
  const { photos, transport, userId, log } = options;
  const { scans } = options.database.collections;
  // Refused ones come back to this list by being mended; sent ones leave it.
  const query = scans.find({
    selector: { state: 'waiting', imageSent: false, imageIdxDB: { $ne: null } },
    sort: [{ newest_first: 'asc' }],
  });
  const poison = createPoisonWatch(options.clock);
  const underWay = new Set<string>();
  let queue: Promise<void> = Promise.resolve();
  let isClosed = false;

  const upload = async (id: string, signal: AbortSignal): Promise<string | null> => {
    const row = await photos.row(id);
    if (!row) return 'photo_not_found';
    if (row.state === 'sent') return null;
    if ((await sha256Of(row.bytes)) !== row.sha256) return 'photo_damaged';
    const body = {
      fields: { uuid: row.id, sha256: row.sha256 },
      bytes: new Uint8Array(row.bytes),
      mediaType: row.mime,
    };
    options.onUploading(id);
    try {
      const answer = await transport.call(scanCalls.uploadPhoto, { body }, { signal, userId });
      // Somebody else's answer, or of another photograph: not an acknowledgement.
      if (answer.uuid !== row.id || answer.sha256 !== row.sha256)
        throw new CallError('not_an_answer');
      await photos.markSent(id);
      return null;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const isPoison =
        error.code === 'internal' && poison.stumbled(id, options.patience.state().lastSuccessAt);
      if (FINAL.has(error.code) || isPoison) return error.code;
      throw error;
    } finally {
      if (!isClosed) options.onUploading(null);
    }
  };
  const settle = async (scanId: string, photoId: string) => {
    const problem = await options.patience.run('photos', (signal) => upload(photoId, signal));
    if (problem !== null) log.add('photo_refused', { code: problem });
    const scan = await scans.findOne(scanId).exec();
    await scan?.incrementalModify((now) => {
      if (now.imageIdxDB !== photoId) return now;
      if (problem === null) return { ...now, imageSent: true, image_data: photoId };
      return { ...now, state: 'refused', refusal: { code: problem, message: '' } };
    });
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
        .finally(() => underWay.delete(imageIdxDB));
    }
  });

  return {
    close() {
      isClosed = true;
      watch.unsubscribe();
    },
  };
}
