import { collections } from '#schemas/collections.ts';
import { startClosingGate } from '../entities/projects/closing-gate.ts';
import type { ClubDatabase } from '../store/database.ts';
import { keepRetryHistory } from '../retry/keep-history.ts';
import { lateChats } from '../entities/chats/lazy.ts';
import { startLeadGate } from '../entities/scans/lead-gate.ts';
import { joinPulledLead } from '../entities/leads/machine.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import { dropOrphanedPhotos } from '../photos/orphans.ts';
import { startPhotoUploads } from '../photos/uploads.ts';
import type { PhotoStore } from '../photos/photos.ts';
import type { Clock, NewId } from '../ports.ts';
import { joinPulledProject } from '../entities/projects/machine.ts';
import { createLeadPush } from '../entities/leads/push.ts';
import { createNotificationPush, joinPulledNotification } from '../entities/notifications/push.ts';
import { createProjectPush } from '../entities/projects/push.ts';
import { createSurveyPush, joinPulledSurvey } from '../entities/surveys/push.ts';
import { createScanPush, SCANS_PER_REQUEST } from '../entities/scans/push.ts';
import { type Replication, createReplication } from './replication.ts';
import { joining, serverOnly, storedRows } from '../store/rows.ts';
import { startScanChecks } from '../entities/scans/checks.ts';
import { joinPulledScan } from '../entities/scans/machine.ts';
import type { PhotoUpload } from '../status/status.ts';
import type { SyncLog } from '../status/sync-log.ts';
import type { Transport } from '../http/transport.ts';
import type { Unreadable } from './unreadable.ts';

export interface LeaderWorkOptions {
  readonly database: ClubDatabase;
  readonly photos: PhotoStore;
  readonly transport: Transport;
  readonly retry: RetryScheduler;
  readonly log: SyncLog;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly userId: string;
  readonly build: string;
  readonly unreadable: Unreadable;
  readonly scansPerRequest?: number;
  readonly onProgress: (progress: { done: number; total: number } | null) => void;
  /** The photograph on its way; null when it is there or will be tried later. */
  readonly onUploading: (upload: PhotoUpload | null) => void;
  /** Called when the server has judged something: points and lists elsewhere have changed too. */
  readonly onJudged: () => void;
}

export interface LeaderWork {
  /** Asks the server for changes, of these collections or of all. */
  resync(collections?: readonly string[]): void;
  firstPull(): Promise<void>;
  close(): Promise<void>;
}

/** Everything that only one tab of an account does: replicate, upload photos, release closings. */
export function startLeaderWork(options: LeaderWorkOptions): LeaderWork {
  const { database, photos, onJudged, scansPerRequest = SCANS_PER_REQUEST } = options;
  const { scans, projects, ledger, leads, notifications, surveys, contents, chats } =
    database.collections;
  const { products, orders } = database.collections;
  const leadGate = startLeadGate(database, options.newId);
  const pushScans = createScanPush({
    ...options,
    latest: (ids) => storedRows(scans, ids),
    onProgress: (done, total) => options.onProgress(done < total ? { done, total } : null),
    maxBatch: scansPerRequest,
  });
  /**
   * Before a pull starts anew, so that a crash in between finds the old checkpoint again. Whichever
   * collection notices first does it for all: one that nothing was pulled into yet never would.
   */
  const resend = async (signal: AbortSignal) => {
    const { transport, userId, log } = options;
    pushScans.forget();
    const { resendLost } = await import('./resend-lost.ts');
    log.add('server_restored', await resendLost(database, transport, { userId, signal }));
  };
  const shared = { ...options, onNewEpoch: onceAtATime(resend) };
  const replications: Replication[] = [
    createReplication({
      ...shared,
      name: 'scans',
      plan: collections.scans,
      collection: scans,
      join: joining(scans, joinPulledScan),
      push: async (rows) => {
        const judged = await pushScans.send(await leadGate.pass(rows));
        const done = judged.filter((row) => row.state === 'sent' && row.imageIdxDB !== null);
        // Only once the server has the scan is its photograph given up here.
        for (const { imageIdxDB } of done)
          if (imageIdxDB !== null) await photos.discard(imageIdxDB);
        return judged;
      },
      pushBatch: scansPerRequest,
      onPushed: onJudged,
    }),
    createReplication({
      ...shared,
      name: 'projects',
      plan: collections.projects,
      collection: projects,
      join: joining(projects, joinPulledProject),
      push: createProjectPush({ ...options, latest: (ids) => storedRows(projects, ids) }),
      onPushed: onJudged,
    }),
    createReplication({
      ...shared,
      name: 'ledger',
      plan: collections.ledger,
      collection: ledger,
      ...serverOnly(ledger),
    }),
    createReplication({
      ...shared,
      name: 'leads',
      plan: collections.leads,
      collection: leads,
      join: joining(leads, joinPulledLead),
      push: createLeadPush({ ...options, latest: (ids) => storedRows(leads, ids) }),
      onPushed: onJudged,
    }),
    createReplication({
      ...shared,
      name: 'notifications',
      plan: collections.notifications,
      collection: notifications,
      join: joining(notifications, joinPulledNotification),
      push: createNotificationPush(options),
    }),
    createReplication({
      ...shared,
      name: 'surveys',
      plan: collections.surveys,
      collection: surveys,
      join: joining(surveys, joinPulledSurvey),
      push: createSurveyPush(options),
    }),
    createReplication({
      ...shared,
      name: 'contents',
      plan: collections.contents,
      collection: contents,
      ...serverOnly(contents),
    }),
    createReplication({
      ...shared,
      name: 'chats',
      plan: collections.chats,
      collection: chats,
      ...lateChats(options),
      onPushed: onJudged,
    }),
    createReplication({
      ...shared,
      name: 'products',
      plan: collections.products,
      collection: products,
      ...serverOnly(products),
    }),
    createReplication({
      ...shared,
      name: 'orders',
      plan: collections.orders,
      collection: orders,
      ...serverOnly(orders),
    }),
  ];
  void inTurn(replications);
  const uploads = startPhotoUploads(options);
  dropOrphanedPhotos(database, photos, options.clock).catch(() => {
    options.log.add('photos_not_swept');
  });
  const stopGate = startClosingGate(database);
  const stopChecks = startScanChecks(options);
  const stopKeeping = keepRetryHistory(database, options.retry);

  return {
    resync: (named) =>
      replications
        .filter(({ name }) => named?.includes(name) ?? true)
        .forEach((replication) => replication.resync()),
    async firstPull() {
      await Promise.all(replications.map((replication) => replication.firstPull()));
    },
    async close() {
      uploads.close();
      stopGate();
      leadGate.close();
      stopChecks();
      await Promise.all(replications.map((replication) => replication.close()));
      await stopKeeping();
    },
  };
}

/**
 * One after the other: each opens books of its own in the store, and all at once would be in the way
 * of a person who saves something in the first second.
 */
async function inTurn(replications: readonly Replication[]): Promise<void> {
  for (const replication of replications) await replication.start();
}

/** Whoever asks while it runs waits for the same. */
function onceAtATime(work: (signal: AbortSignal) => Promise<void>) {
  let running: Promise<void> | null = null;
  return (signal: AbortSignal) => {
    running ??= work(signal).finally(() => (running = null));
    return running;
  };
}
