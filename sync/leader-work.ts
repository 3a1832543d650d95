import { collections } from '#schemas/collections.ts';
import { startClosingGate } from './closing-gate.ts';
import type { ClubDatabase } from './database.ts';
import { startLeadGate } from './lead-gate.ts';
import { joinPulledLead } from './lead-verdicts.ts';
import type { Patience } from './patience.ts';
import { dropForgottenPhotos } from './forgotten-photos.ts';
import { startPhotoUploads } from './photo-uploads.ts';
import type { PhotoStore } from './photos.ts';
import type { Clock, NewId } from './ports.ts';
import { joinPulledProject } from './project-verdicts.ts';
import { createLeadPush } from './push-leads.ts';
import { createNotificationPush, joinPulledNotification } from './push-notifications.ts';
import { createProjectPush } from './push-projects.ts';
import { createScanPush, SCANS_PER_REQUEST } from './push-scans.ts';
import { type Replication, startReplication } from './replication.ts';
import { storedRows } from './rows.ts';
import { sendAgainWhatIsMissing } from './restored-server.ts';
import { startScanChecks } from './scan-checks.ts';
import { joinPulledScan } from './scan-verdicts.ts';
import type { SyncLog } from './sync-log.ts';
import type { Transport } from './transport.ts';

export interface LeaderWorkOptions {
  readonly database: ClubDatabase;
  readonly photos: PhotoStore;
  readonly transport: Transport;
  readonly patience: Patience;
  readonly log: SyncLog;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly userId: string;
  readonly build: string;
  readonly scansPerRequest?: number;
  readonly onProgress: (progress: { done: number; total: number } | null) => void;
  /** The photograph on its way, by its id; null when it is there or will be tried later. */
  readonly onUploading: (photoId: string | null) => void;
  /** Called when the server has judged something: points and lists elsewhere have changed too. */
  readonly onJudged: () => void;
}

export interface LeaderWork {
  resync(): void;
  firstPull(): Promise<void>;
  close(): Promise<void>;
}

/** Everything that only one tab of an account does: replicate, upload photos, release closings. */
export function startLeaderWork(options: LeaderWorkOptions): LeaderWork {
  const { database, photos, onJudged, scansPerRequest = SCANS_PER_REQUEST } = options;
  const { scans, projects, ledger, leads, notifications } = database.collections;
  const leadGate = startLeadGate(database, options.newId);
  const shared = { ...options, onNewEpoch: () => Promise.resolve() };
  /** Before the pull starts anew, so that a crash in between finds the old checkpoint again. */
  const resend = async (signal: AbortSignal) => {
    const { transport, userId, log } = options;
    const count = await sendAgainWhatIsMissing(database, transport, { userId, signal });
    log.add('server_restored', { resent: count });
  };

  const pushScans = createScanPush({
    ...options,
    latest: (ids) => storedRows(scans, ids),
    onProgress: (done, total) => options.onProgress(done < total ? { done, total } : null),
    maxBatch: scansPerRequest,
  });
  const replications: Replication[] = [
    startReplication({
      ...shared,
      name: 'scans',
      plan: collections.scans,
      collection: scans,
      onNewEpoch: resend,
      join: async (pulled) => {
        const local = await storedRows(
          scans,
          pulled.map((row) => row.uuid),
        );
        return pulled.map((row) => joinPulledScan(local.get(row.uuid) ?? null, row));
      },
      push: async (rows) => {
        const judged = await pushScans(await leadGate.pass(rows));
        const done = judged.filter((row) => row.state === 'sent' && row.imageIdxDB !== null);
        // Only once the server has the scan is its photograph given up here.
        for (const { imageIdxDB } of done)
          if (imageIdxDB !== null) await photos.discard(imageIdxDB);
        return judged;
      },
      pushBatch: scansPerRequest,
      onPushed: onJudged,
    }),
    startReplication({
      ...shared,
      name: 'projects',
      plan: collections.projects,
      collection: projects,
      join: async (pulled) => {
        const local = await storedRows(
          projects,
          pulled.map((row) => row.uuid),
        );
        return pulled.map((row) => joinPulledProject(local.get(row.uuid) ?? null, row));
      },
      push: createProjectPush({ ...options, latest: (ids) => storedRows(projects, ids) }),
      onPushed: onJudged,
    }),
    startReplication({
      ...shared,
      name: 'ledger',
      plan: collections.ledger,
      collection: ledger,
      join: (pulled) => Promise.resolve([...pulled]),
    }),
    startReplication({
      ...shared,
      name: 'leads',
      plan: collections.leads,
      collection: leads,
      join: async (pulled) => {
        const local = await storedRows(
          leads,
          pulled.map((row) => row.uuid),
        );
        return pulled.map((row) => joinPulledLead(local.get(row.uuid) ?? null, row));
      },
      push: createLeadPush({ ...options, latest: (ids) => storedRows(leads, ids) }),
      onPushed: onJudged,
    }),
    startReplication({
      ...shared,
      name: 'notifications',
      plan: collections.notifications,
      collection: notifications,
      join: async (pulled) => {
        const local = await storedRows(
          notifications,
          pulled.map((row) => row.uuid),
        );
        return pulled.map((row) => joinPulledNotification(local.get(row.uuid) ?? null, row));
      },
      push: createNotificationPush(options),
    }),
  ];
  const uploads = startPhotoUploads(options);
  dropForgottenPhotos(database, photos, options.clock).catch(() => {
    options.log.add('photos_not_swept');
  });
  const stopGate = startClosingGate(database);
  const stopChecks = startScanChecks(options);

  return {
    resync: () => replications.forEach((replication) => replication.resync()),
    async firstPull() {
      await Promise.all(replications.map((replication) => replication.firstPull()));
    },
    async close() {
      uploads.close();
      stopGate();
      leadGate.close();
      stopChecks();
      await Promise.all(replications.map((replication) => replication.close()));
    },
  };
}
