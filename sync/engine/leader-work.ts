import { BehaviorSubject } from 'rxjs';
import type { LazyContents } from '../attachments/lazy-contents.ts';
import { startUploadsLazily } from '../attachments/lazy-uploads.ts';
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
  readonly contents: LazyContents;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The photo being uploaded; null when it is done or will be retried later. */
  readonly onUploading: (upload: PhotoUpload | null) => void;
}

export interface LeaderWork extends Pick<SyncEngine, 'firstPull'> {
  /** Pulls all collections and sends all pending edits. */
  wake(): void;
  /** Pulls these changed collections, but sends first if many edits are pending. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

/** Does everything that only the leading tab does: pushes, pulls, uploads photos, and releases held closings. */
export function startLeaderWork(options: LeaderWorkOptions): LeaderWork {
  const { database, photos, log } = options;
  const isRecovering$ = new BehaviorSubject(false);
  const engine = startSyncEngine({
    ...options,
    onRecovering: (isInProgress) => isRecovering$.next(isInProgress),
    onVerdicts(rows) {
      // A scan's photo is deleted here only once the server has the scan.
      deleteSentPhotos(photos, rows).catch(() => log.add('photos_not_swept'));
    },
  });
  // Loaded only after the engine has started, because the engine doesn't need this module.
  import('../entities/complete-operations.ts').then(
    ({ completeOperations }) => completeOperations(options),
    () => log.add('acts_open'),
  );
  const uploads = startPhotoUploads(options);
  const attachmentUploads = startUploadsLazily(options);
  deleteOrphanedPhotos(database, photos, options.clock).catch(() => log.add('photos_not_swept'));
  deleteReplicationMeta(database.name).catch(() => log.add('meta_not_dropped'));
  const stopClosingGate = startClosingGate(database, isRecovering$);
  const stopChecks = startScanChecks(options);
  const stopSavingHistory = saveRetryHistory(database, options.retry);

  return {
    wake() {
      engine.wake();
      attachmentUploads.wake();
    },
    pull: (collections) => engine.pull(collections),
    firstPull: () => engine.firstPull(),
    async close() {
      engine.close();
      uploads.close();
      attachmentUploads.close();
      stopClosingGate();
      stopChecks();
      await stopSavingHistory();
    },
  };
}
