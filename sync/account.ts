import {
  distinctUntilChanged,
  firstValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  switchMap,
  timeout,
  timer,
} from 'rxjs';
import { type AccountOptions, withDefaults } from './account-options.ts';
import { requestSyncOnLeave } from './background/request-sync-on-leave.ts';
import { lazyContents } from './attachments/lazy-contents.ts';
import { yieldToMain } from './engine/yield-to-main.ts';
import { createUnreadableEntities } from './engine/unreadable-entities.ts';
import { type Commands, createCommands } from './entities/commands.ts';
import { createProjectSearch, type ProjectSearch } from './entities/projects/search.ts';
import { startLiveUpdatesLazily } from './http/lazy-live.ts';
import type { AccountIdentity } from './http/session.ts';
import {
  createOutbox,
  countSendableInBackground,
  type Outbox,
  countSendable,
} from './outbox/counts.ts';
import type { ImportResult } from './outbox/import-unsent.ts';
import { openPhotos, type Photos } from './photos/photos.ts';
import type { PageSignals } from './ports.ts';
import { type RetryHistory, retryHistory$ } from './status/retry-history.ts';
import { createRetryScheduler } from './retry/retry-scheduler.ts';
import { createSingletons } from './singletons/singletons.ts';
import type { Singletons } from './singletons/singleton-values.ts';
import { createStatusStore, type SyncStatus, throttleWhileSending } from './status/status.ts';
import { createSyncLog, type SyncEvent } from './status/sync-log.ts';
import { saveFirstPull, watchStatus } from './status/watch-status.ts';
import { type Collections, openDatabase } from './store/database.ts';
import {
  databaseName,
  deleteAccountDatabases,
  photosDatabaseName,
} from './store/device-databases.ts';
import { abortTransactionsOnLeave } from './store/open-transactions.ts';
import { createHealthMonitor } from './store/reconnecting-storage.ts';
import { startCoordinator } from './tabs/coordinator.ts';
import { startRefreshing } from './tabs/refreshing.ts';

/** Timeout of `syncNow`, in ms. */
const SYNC_NOW_TIMEOUT_MS = 60_000;
/** If no request has started after this time (ms), nothing can be sent now. */
const IDLE_MS = 1_000;
/** A suspended leader in another tab is detected within this time (ms), and this tab takes over. */
const TAKEOVER_MS = 4_000;

/** One account's local data and its sync. */
export interface LocalAccount extends Commands {
  readonly identity: AccountIdentity;
  readonly collections: Collections;
  readonly singletons: Singletons;
  readonly projectSearch: ProjectSearch;
  readonly photos: Photos;
  readonly outbox: Outbox;
  readonly status$: Observable<SyncStatus>;
  /** Sync status for the UI; emits at most four times a second while sending. */
  readonly screenStatus$: Observable<SyncStatus>;
  /** Last attempt and result of each queue with unsent work. Survives a reload. */
  readonly retryHistory$: Observable<RetryHistory>;
  status(): SyncStatus;
  log(): readonly SyncEvent[];
  /**
   * Asks the leading tab to send and pull everything now. Resolves when that is done, or when nothing more can be sent
   * for now. Never throws.
   */
  syncNow(): Promise<void>;
  /** Imports unsent work from an `exportUnsent` file. Throws like `importUnsent`. */
  importUnsent(file: Blob, options?: { allowOtherAccount?: boolean }): Promise<ImportResult>;
  /** Stops the sync. Unsent work stays on the device. */
  close(): Promise<void>;
  /** Stops the sync and deletes the account's databases. */
  erase(): Promise<void>;
}

/**
 * Opens an account's local database and starts its sync.
 * @throws SyncError like `openDatabase`
 */
export async function openAccount(customOptions: AccountOptions): Promise<LocalAccount> {
  const options = withDefaults(customOptions);
  const { user_id: userId, region } = options.identity;
  const name = databaseName(userId);
  const health = createHealthMonitor();
  const { database, stopAborting } = await openWithAborts({ ...options, name, health });
  await yieldToMain();
  const photos = openPhotos(photosDatabaseName(name), options.newId, options.clock);
  const contents = lazyContents(name, options.clock);
  const log = createSyncLog(options.clock);
  const statusStore = createStatusStore(options.connectivity.state());
  const outbox = createOutbox(database, photos);
  const unreadable = createUnreadableEntities(database);
  const retry = createRetryScheduler({ ...options, userId });
  const singletons = createSingletons({ ...options, database, log, retry });
  const tabs = startCoordinator({
    ...options,
    name,
    statusStore,
    retry,
    singletons,
    channel: options.tabChannel(`${name}-tabs`),
    work: { ...options, database, photos, contents, retry, log, userId, unreadable },
    onFirstPull: () => void saveFirstPull(database),
  });
  const stopFunctions = [
    watchStatus({ database, statusStore, outbox, unreadable, health, log }),
    startRefreshing({ ...options, statusStore, wake: tabs.wake }),
    startLiveUpdatesLazily({ ...options, lock: `${name}-live`, userId, log, onChanged: tabs.pull }),
    requestSyncOnLeave({
      ...options,
      unsentChanges$: statusStore.status$,
      unsentCount: () => countSendableInBackground(statusStore.status().unsent),
      requestSync: options.backgroundSync,
    }),
  ];

  const close = async () => {
    stopFunctions.forEach((stop) => stop());
    retry.close();
    await tabs.close();
    statusStore.close();
    photos.close();
    await contents.close();
    // A failed close (device full) must not prevent signing out.
    await database.close().catch(() => log.add('close_failed'));
    stopAborting();
  };
  return {
    identity: options.identity,
    collections: database.collections,
    singletons,
    ...createCommands({
      ...options,
      database,
      photos,
      contents,
      userId,
      region,
      // Date rules use the server's clock, not the device's.
      clock: customOptions.clock ?? customOptions.transport.serverNow,
    }),
    projectSearch: createProjectSearch(database.collections.projects),
    photos,
    outbox,
    status$: statusStore.status$,
    screenStatus$: throttleWhileSending(statusStore.status$),
    retryHistory$: retryHistory$(database, statusStore.status$),
    status: () => statusStore.status(),
    log: () => log.events(),
    syncNow() {
      tabs.wake('user');
      return waitUntilSent(statusStore.status$);
    },
    async importUnsent(file, importOptions) {
      const { importUnsent } = await import('./outbox/import-unsent.ts');
      const result = await importUnsent(
        file,
        { database, photos, contents, userId },
        importOptions,
      );
      const { skipped: skippedItems, ...counts } = result;
      log.add('imported', { ...counts, left: skippedItems.length });
      tabs.wake('user');
      return result;
    },
    close,
    async erase() {
      await close();
      await deleteAccountDatabases(userId);
    },
  };
}

/**
 * Opens the database. Transactions are aborted when the user leaves the page, even while the database is opening.
 */
async function openWithAborts(
  options: Parameters<typeof openDatabase>[0] & { readonly pageSignals: PageSignals },
) {
  const stopAborting = abortTransactionsOnLeave(options.pageSignals);
  try {
    return { database: await openDatabase(options), stopAborting };
  } catch (error) {
    stopAborting();
    throw error;
  }
}

/**
 * Resolves when nothing is left to send, when sending has failed for now, or when nothing else can be sent yet. The
 * scans of a rejected project, for example, can't be sent. While the leader is silent, waits until another tab takes
 * over.
 */
async function waitUntilSent(status$: Observable<SyncStatus>): Promise<void> {
  const finished$ = status$.pipe(
    map(({ phase, unsent, isLeader, isLeaderSilent }) => {
      if (isLeaderSilent) return 'busy';
      if (phase === 'waiting' || phase === 'blocked') return 'finished';
      if (phase === 'syncing' || unsent === null) return 'busy';
      if (countSendable(unsent) === 0) return 'finished';
      return isLeader ? 'idle' : 'led_elsewhere';
    }),
    distinctUntilChanged(),
    switchMap((activity) => {
      if (activity === 'busy') return NEVER;
      if (activity === 'finished') return of(activity);
      return timer(activity === 'idle' ? IDLE_MS : TAKEOVER_MS);
    }),
    timeout({ first: SYNC_NOW_TIMEOUT_MS }),
  );
  await firstValueFrom(finished$).catch(() => undefined);
}
