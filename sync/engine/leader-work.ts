import { BehaviorSubject } from 'rxjs';
import { startClosingGate } from '../entities/projects/closing-gate.ts';
import { startScanChecks } from '../entities/scans/checks.ts';
import { deleteOrphanedPhotos, deleteSentPhotos } from '../photos/delete-photos.ts';
import type { PhotoStore } from '../photos/photos.ts';
import { startPhotoUploads } from '../photos/uploads.ts';
import type { Clock, NewId } from '../ports.ts';
import { saveRetryHistory } from '../status/save-retry-history.ts';
import type { PhotoUpload } from '../status/status.ts';
import { deleteReplicationMeta } from '../store/replication-meta.ts';
import { type SyncEngine, type EngineOptions, startSyncEngine } from './engine.ts';

export interface LeaderWorkOptions extends Omit<EngineOptions, 'onVerdicts' | 'onRecovering'> {
  readonly photos: PhotoStore;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The photo being uploaded; null when it is done or will be retried later. */
  readonly onUploading: (upload: PhotoUpload | null) => void;
  /** Called with the collections that are pulled because they changed on the server. */
  readonly onChanged: (collections: readonly string[]) => void;
}

export interface LeaderWork extends Pick<SyncEngine, 'firstPull'> {
  /** Pulls all collections and sends everything that is waiting. */
  wake(): void;
  /** Pulls these changed collections, at once or batched while edits are being sent. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

/** Runs everything that only the leading tab does: push, pull, photo uploads, releasing closings. */
export function startLeaderWork(options: LeaderWorkOptions): LeaderWork {
  const { database, photos, log } = options;
  let isSending = false;
  const recovering = new BehaviorSubject(false);
  const engine = startSyncEngine({
    ...options,
    onProgress(progress) {
      isSending = progress !== null;
      options.onProgress(progress);
    },
    onRecovering: (isInProgress) => recovering.next(isInProgress),
    onVerdicts(rows) {
      // A scan's photo is deleted here only once the server has the scan.
      deleteSentPhotos(photos, rows).catch(() => log.add('photos_not_swept'));
    },
  });
  const batcher = batchWhileSending(
    () => isSending,
    (collections) => {
      engine.wake(collections);
      options.onChanged(collections);
    },
  );
  // Loaded after the replication, which doesn't need it.
  import('../entities/complete-operations.ts').then(
    ({ completeOperations }) => completeOperations(options),
    () => log.add('acts_open'),
  );
  const uploads = startPhotoUploads(options);
  deleteOrphanedPhotos(database, photos, options.clock).catch(() => log.add('photos_not_swept'));
  deleteReplicationMeta(database.name).catch(() => log.add('meta_not_dropped'));
  const stopGate = startClosingGate(database, recovering);
  const stopChecks = startScanChecks(options);
  const stopHistory = saveRetryHistory(database, options.retry);

  return {
    wake: () => engine.wake(),
    pull: batcher.changed,
    firstPull: () => engine.firstPull(),
    async close() {
      engine.close();
      batcher.close();
      uploads.close();
      stopGate();
      stopChecks();
      await stopHistory();
    },
  };
}

/** Batching interval for change notices while edits are being sent, in ms. */
const BATCH_MS = 2_000;

/**
 * Pulls changed collections at once, or batched every two seconds while edits are being sent: the server
 * announces each page it accepts, and a pull after each would slow down the next.
 * @param isSending true while pages of edits are being sent
 */
export function batchWhileSending(
  isSending: () => boolean,
  pull: (collections: readonly string[]) => void,
): { changed(collections: readonly string[]): void; close(): void } {
  const pendingNames = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    timer = null;
    pull([...pendingNames]);
    pendingNames.clear();
  };
  return {
    changed(collections) {
      for (const name of collections) pendingNames.add(name);
      if (isSending()) timer ??= setTimeout(flush, BATCH_MS);
      else if (timer === null) flush();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
