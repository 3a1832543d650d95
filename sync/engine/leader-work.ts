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
  /** The photograph on its way; null when it is there or will be tried later. */
  readonly onUploading: (upload: PhotoUpload | null) => void;
  /** Called with collections that are asked for because they have changed on the server. */
  readonly onChanged: (collections: readonly string[]) => void;
}

export interface LeaderWork extends Pick<SyncEngine, 'firstPull'> {
  /** Asks the server for changes of all collections; sends what waits. */
  wake(): void;
  /** Asks for these, which have changed: at once, or together with others while much is sent. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

/** Everything that only one tab of an account does: send and fetch, upload photos, release closings. */
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
    onRecovering: (isUnderWay) => recovering.next(isUnderWay),
    onVerdicts(rows) {
      // Only once the server has the scan is its photograph given up here.
      deleteSentPhotos(photos, rows).catch(() => log.add('photos_not_swept'));
    },
  });
  const gathering = batchWhileSending(
    () => isSending,
    (collections) => {
      engine.wake(collections);
      options.onChanged(collections);
    },
  );
  // Its code comes behind the replication, which does not need it.
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
    pull: gathering.changed,
    firstPull: () => engine.firstPull(),
    async close() {
      engine.close();
      gathering.close();
      uploads.close();
      stopGate();
      stopChecks();
      await stopHistory();
    },
  };
}

/** How long what the server tells is gathered while edits go out by the page, in ms. */
const GATHER_MS = 2_000;

/**
 * Passes on what has changed on the server: at once, or, while much is sent, together with what else
 * changes within two seconds. The server tells of every page that it takes, and asking after each of
 * them would hold up the next.
 * @param isSending whether edits go out by the page
 * @param pull asks for these collections
 */
export function batchWhileSending(
  isSending: () => boolean,
  pull: (collections: readonly string[]) => void,
): { changed(collections: readonly string[]): void; close(): void } {
  const gathered = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const passOn = () => {
    timer = null;
    pull([...gathered]);
    gathered.clear();
  };
  return {
    changed(collections) {
      for (const name of collections) gathered.add(name);
      if (isSending()) timer ??= setTimeout(passOn, GATHER_MS);
      else if (timer === null) passOn();
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
