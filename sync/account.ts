import type { RxStorage } from 'rxdb';
import { filter, firstValueFrom, type Observable, timeout } from 'rxjs';
import { askWhenLeaving } from './background/ask-when-leaving.ts';
import { browserTabChannel } from './browser-ports.ts';
import type { Connectivity } from './http/connectivity.ts';
import { type Collections, openDatabase } from './store/database.ts';
import {
  belonging,
  databaseName,
  databaseNames,
  deleteDatabases,
  photosName,
} from './store/device-databases.ts';
import { createHealthWatch } from './store/reconnecting-storage.ts';
import { startLeading, takeTurns } from './tabs/leadership.ts';
import type { LeaderWork } from './engine/leader-work.ts';
import {
  lazyChatCommands,
  lazyLeadCommands,
  lazyProjectCommands,
  lazySurveyCommands,
} from './entities/lazy-commands.ts';
import type { ChatCommands } from './entities/chats/commands.ts';
import type { LeadCommands } from './entities/leads/commands.ts';
import { createLeadDrafts, type LeadDrafts } from './entities/leads/drafts.ts';
import type { ImportResult } from './outbox/import-unsent.ts';
import { listenLazily } from './http/lazy-live.ts';
import {
  createNotificationCommands,
  type NotificationCommands,
} from './entities/notifications/commands.ts';
import { createOutbox, leavable, type Outbox, sendable } from './outbox/counts.ts';
import { createRetryScheduler } from './retry/retry-scheduler.ts';
import { openPhotos, type Photos } from './photos/photos.ts';
import type { Clock, Locks, NewId, TabChannel, Wake } from './ports.ts';
import type { ProjectCommands } from './entities/projects/commands.ts';
import { createProjectSearch, type ProjectSearch } from './entities/projects/search.ts';
import { createScanCommands, type ScanCommands } from './entities/scans/commands.ts';
import type { AccountIdentity, Session } from './http/session.ts';
import { createSingletons, type Singletons } from './singletons/singletons.ts';
import {
  createStatusBoard,
  leaderPart,
  type LeaderStatus,
  phaseOf,
  RESTING,
  type SyncStatus,
} from './status/status.ts';
import { createSyncLog, type SyncEvent } from './status/sync-log.ts';
import { openTabMessages } from './tabs/tab-messages.ts';
import type { SurveyCommands } from './entities/surveys/commands.ts';
import type { Transport } from './http/transport.ts';
import { createUnreadable } from './engine/unreadable.ts';

export { databasesOfAccount } from './store/device-databases.ts';

/** The signed-in person is asked for again this often while a tab is visible (spec 1 §7, §9). */
export const REFRESH_INTERVAL_MS = 180_000;
/** How long "send now" waits for a leader in another tab. */
const SEND_NOW_PATIENCE_MS = 60_000;

export interface AccountOptions {
  readonly identity: AccountIdentity;
  readonly session: Session;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly wake: Wake;
  readonly locks: Locks;
  /** Asks the browser to keep the storage (F20). */
  readonly persist: () => Promise<boolean>;
  /** Resolves when the screen stands: nothing is asked of the server before. */
  readonly calm?: () => Promise<void>;
  /** Asks the browser to send what is unsent with no page open; without it only pages send. */
  readonly backgroundSync?: () => Promise<void>;
  readonly clock?: Clock;
  readonly newId?: NewId;
  readonly random?: () => number;
  readonly tabChannel?: (name: string) => TabChannel;
  readonly storage?: RxStorage<unknown, unknown>;
  /** Only for tests: several handles on one database in one realm. */
  readonly ignoreDuplicate?: boolean;
  /** This build, to read again what an older one could not. */
  readonly build?: string;
  readonly scansPerRequest?: number;
}

/** One account's local data and its sync. */
export interface Account {
  readonly identity: AccountIdentity;
  readonly collections: Collections;
  readonly singletons: Singletons;
  readonly scanCommands: ScanCommands;
  readonly projectCommands: ProjectCommands;
  readonly projectSearch: ProjectSearch;
  readonly leadCommands: LeadCommands;
  readonly leadDrafts: LeadDrafts;
  readonly notificationCommands: NotificationCommands;
  readonly surveyCommands: SurveyCommands;
  readonly chatCommands: ChatCommands;
  readonly photos: Photos;
  readonly outbox: Outbox;
  readonly status$: Observable<SyncStatus>;
  status(): SyncStatus;
  log(): readonly SyncEvent[];
  /** Tries everything now, in whichever tab leads. Resolves when done, or failed for now. Never throws. */
  sendNow(): Promise<void>;
  /** Takes unsent work over from a file that `exportUnsent` made. Throws as `importUnsent`. */
  importUnsent(file: Blob, options?: { isOtherAgreed?: boolean }): Promise<ImportResult>;
  /** Stops; all work stays on the device. */
  close(): Promise<void>;
  /** Stops and deletes the account's databases themselves. */
  erase(): Promise<void>;
}

/**
 * Opens an account's local database and starts its sync.
 * @throws SyncError as `openDatabase`
 */
export async function openAccount(options: AccountOptions): Promise<Account> {
  const {
    identity,
    connectivity,
    wake,
    clock = Date.now,
    newId = () => crypto.randomUUID(),
  } = options;
  const { random = Math.random, tabChannel = browserTabChannel, build = '' } = options;
  const userId = identity.user_id;
  const name = databaseName(userId);
  const health = createHealthWatch();
  const database = await openDatabase({
    name,
    health,
    ...(options.storage && { storage: options.storage }),
    ...(options.ignoreDuplicate && { ignoreDuplicate: true }),
  });
  const photos = openPhotos(photosName(name), newId, clock);
  const log = createSyncLog(clock);
  const board = createStatusBoard(connectivity.state());
  const outbox = createOutbox(database, photos);
  const drafts = createLeadDrafts(database);
  const unreadable = createUnreadable(database);
  const retry = createRetryScheduler({ ...options, userId, clock, random });
  const singletons = createSingletons({ ...options, database, log, retry });
  const acting = { database, photos, clock, newId, askForPersistence: options.persist };
  let work: LeaderWork | null = null;

  const noteLeaderStatus = (part: Partial<LeaderStatus>) => {
    board.note(part);
    tabs.status(leaderPart(board.status()));
  };
  const wakeHere = (isAsked = false) => {
    if (isAsked) void connectivity.probe();
    retry.wake(isAsked);
    work?.resync();
    if (work) void singletons.refresh();
  };
  const wakeLeader = (isAsked = false) => (work ? wakeHere(isAsked) : tabs.wake(isAsked));
  const pullHere = (collections: readonly string[]) => {
    work?.resync(collections);
    if (work) void singletons.refreshAfter(collections);
  };
  const pullInLeader = (collections: readonly string[]) =>
    work ? pullHere(collections) : tabs.changed(collections);
  const tabs = openTabMessages(tabChannel(`${name}-tabs`), {
    wake: (isAsked) => work && wakeHere(isAsked),
    changed: (collections) => work && pullHere(collections),
    hello: () => work && noteLeaderStatus({}),
    status: (status) => work ?? board.note(status),
  });

  const lead = () => {
    const started = startLeading({
      ...options,
      database,
      photos,
      retry,
      log,
      clock,
      newId,
      userId,
      build,
      unreadable,
      onProgress: (progress) => noteLeaderStatus({ progress }),
      onUploading: (uploading) => noteLeaderStatus({ uploading }),
      onJudged: () => wakeHere(),
    });
    work = started;
    board.note({ leader: true });
    void singletons.refresh();
    started.firstPull().then(
      () => database.upsertLocal('first-pull', { done: true }).catch(() => undefined),
      () => undefined,
    );
    return Promise.resolve(async () => {
      work = null;
      board.note({ ...RESTING, leader: false });
      await started.close();
    });
  };

  const leaving = askWhenLeaving({
    wake,
    connectivity,
    toSend: () => leavable(board.status().unsent),
    ask: options.backgroundSync ?? (() => Promise.resolve()),
  });
  const watches = [
    outbox.counts$.subscribe((unsent) => {
      board.note({ unsent });
      leaving.check();
    }),
    unreadable.counts$.subscribe((counts) => board.note({ unreadable: counts })),
    health.health$.subscribe((store) => {
      board.note({ store });
      if (store === 'lost') log.add('store_lost');
    }),
    database.getLocal$<{ done: boolean }>('first-pull').subscribe((kept) => {
      board.note({ firstPullDone: kept !== null });
    }),
  ];
  const timer = setInterval(() => {
    if (wake.visible()) wakeLeader();
  }, REFRESH_INTERVAL_MS);
  const stopListening = [
    connectivity.subscribe((connection) => {
      board.note({ connection });
      if (connection === 'online') wakeLeader();
    }),
    wake.subscribe((event) => {
      if (event === 'online' || event === 'visible') wakeLeader();
    }),
    retry.subscribe((now) => {
      const { lastError, lastSuccessAt, nextTryAt, lanes } = now;
      const phase = phaseOf(now);
      if (work) noteLeaderStatus({ phase, lastError, lastSuccessAt, nextTryAt, lanes });
    }),
  ];
  const stopLive = listenLazily({
    ...options,
    lock: `${name}-live`,
    userId,
    log,
    random,
    onChanged: pullInLeader,
  });
  const leadership = takeTurns(`${name}-leader`, options.locks, lead, options.calm);
  tabs.hello();

  const close = async () => {
    clearInterval(timer);
    stopListening.forEach((stop) => stop());
    stopLive();
    leaving.stop();
    watches.forEach((watch) => watch.unsubscribe());
    retry.close();
    await leadership.close();
    tabs.close();
    board.close();
    photos.close();
    // What RxDB could not finish (a full device) must not keep the person from leaving.
    await database.close().catch(() => log.add('close_failed'));
  };

  return {
    identity,
    collections: database.collections,
    singletons,
    scanCommands: createScanCommands(acting),
    projectCommands: lazyProjectCommands(acting),
    projectSearch: createProjectSearch(database.collections.projects),
    leadCommands: lazyLeadCommands({ ...acting, drafts, region: identity.region }),
    leadDrafts: drafts,
    notificationCommands: createNotificationCommands(acting),
    surveyCommands: lazySurveyCommands(acting),
    chatCommands: lazyChatCommands(acting),
    photos,
    outbox,
    status$: board.status$,
    status: () => board.status(),
    log: () => log.events(),
    async sendNow() {
      wakeLeader(true);
      await firstValueFrom(
        board.status$.pipe(
          filter(({ phase, unsent }) => {
            if (phase === 'waiting' || phase === 'blocked') return true;
            return phase === 'idle' && unsent !== null && sendable(unsent) === 0;
          }),
          timeout({ first: SEND_NOW_PATIENCE_MS }),
        ),
      ).catch(() => undefined);
    },
    async importUnsent(file, agreed) {
      const { importUnsent } = await import('./outbox/import-unsent.ts');
      const result = await importUnsent(file, { database, photos, userId }, agreed);
      const { left, ...counted } = result;
      log.add('imported', { ...counted, left: left.length });
      wakeLeader();
      return result;
    },
    close,
    async erase() {
      await close();
      await deleteDatabases(belonging(name, await databaseNames()));
    },
  };
}
