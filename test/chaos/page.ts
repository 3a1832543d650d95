import { Dexie } from 'dexie';
import { OPEN_COLLECTIONS } from 'rxdb';
import { type LocalAccount, openAccount } from '#sync/account.ts';
import { browserTabChannel } from '#sync/browser-ports.ts';
import { createWatchedLocks, storedEpochs } from '#sync/tabs/watched-locks.ts';
import { createConnectivity } from '#sync/http/connectivity.ts';
import { checkMaintenance } from '#sync/http/check-maintenance.ts';
import type { KeyValue, Locks, TabChannel, PageSignal } from '#sync/ports.ts';
import { type AccountIdentity, createSession } from '#sync/http/session.ts';
import { createTransport } from '#sync/http/transport.ts';
import { manualPageSignals } from '#test/sync/manual-page-signals.ts';
import { killableStore } from './killable-store.ts';
import { createSuspension, type Suspension } from './suspension.ts';

/** Quota for attachments, in bytes: three documents and some photos. */
const ATTACHMENT_QUOTA = 1_000_000;

/** A page of the app on a device, with its account and the ways it can end. */
export interface Page {
  readonly account: LocalAccount;
  /** Aborts everything in progress. Afterwards the page neither receives nor sends events. */
  kill(): void;
  /** Closes the page normally. */
  close(): Promise<void>;
  emit(event: PageSignal): void;
  /** Freezes its script: no requests, responses or events until `resume`. */
  suspend(): void;
  isSuspended(): boolean;
  resume(): void;
  /** Resolves like the command, or with null if the page is killed first. */
  unlessKilled<T>(command: Promise<T>): Promise<T | null>;
}

interface PageOptions {
  readonly identity: AccountIdentity;
  /** Text store shared by all pages of the device. */
  readonly texts: KeyValue;
  readonly baseUrl: string;
  readonly clock: () => number;
}

/** The pages are opened one at a time, because Dexie reads IndexedDB from a global variable. */
let opening: Promise<unknown> = Promise.resolve();

export function openPage(options: PageOptions): Promise<Page> {
  const openedPage = opening.then(() => openNow(options));
  opening = openedPage.catch(() => undefined);
  return openedPage;
}

async function openNow({ identity, texts, baseUrl, clock }: PageOptions): Promise<Page> {
  const store = killableStore();
  const killSignal = Promise.withResolvers<null>();
  let isDead = false;
  const neverResolves = new Promise<never>(() => undefined);
  /** Promises of a killed page never settle. */
  const whileAlive = <T>(command: Promise<T>): Promise<T> =>
    command.then(
      (value) => (isDead ? neverResolves : value),
      (error: unknown) => (isDead ? neverResolves : Promise.reject(error as Error)),
    );

  // Releases the lock; the value is unused.
  const killedAsRejection = killSignal.promise as Promise<unknown> as Promise<never>;
  const suspension = createSuspension();
  const watchedLocks = suspendableLocks(suspension, () => isDead);
  const locks: Locks = {
    run: (name, command, signal, onSilence) =>
      whileAlive(
        watchedLocks.run(
          name,
          (lock) => Promise.race([command(lock), killedAsRejection]),
          signal,
          onSilence,
        ),
      ),
  };
  const abortController = new AbortController();
  const pageFetch: typeof fetch = async (input, init) => {
    await suspension.resumed();
    if (isDead) return neverResolves;
    const signals = [abortController.signal, ...(init?.signal ? [init.signal] : [])];
    const response = await whileAlive(fetch(input, { ...init, signal: AbortSignal.any(signals) }));
    await suspension.resumed();
    return response;
  };
  const pageSignals = manualPageSignals();
  const session = createSession({ store: texts });
  const transport = createTransport({
    baseUrl,
    fetch: pageFetch,
    session,
    language: () => 'en',
    platform: 'web',
    clock,
    locks,
  });
  const connectivity = createConnectivity({
    transport,
    checkMaintenance: () => checkMaintenance(transport, session),
    pageSignals,
  });
  Object.assign(Dexie.dependencies, { indexedDB: store.indexedDB, IDBKeyRange });
  const account = await openAccount({
    identity,
    session,
    transport,
    connectivity,
    pageSignals,
    locks,
    requestPersistence: () => Promise.resolve(true),
    attachmentQuota: ATTACHMENT_QUOTA,
    clock,
    tabChannel: (name) =>
      suspension.channel(killableChannel(killSignal.promise, () => isDead, name)),
    storage: store.storage,
  });
  // Attachments open their database late, and must use this page's connection, not that of a page opened since.
  Object.assign(Dexie.dependencies, { indexedDB: store.indexedDB, IDBKeyRange });
  await account.attachments.read('');
  // Each page simulates its own realm, but RxDB counts collections per realm.
  OPEN_COLLECTIONS.clear();

  return {
    account,
    kill() {
      isDead = true;
      store.kill();
      abortController.abort();
      connectivity.close();
      killSignal.resolve(null);
    },
    async close() {
      connectivity.close();
      await account.close();
    },
    emit: (event) => pageSignals.emit(event),
    suspend: suspension.suspend,
    isSuspended: suspension.isSuspended,
    resume: suspension.end,
    unlessKilled: (command) => Promise.race([command, killSignal.promise]),
  };
}

/** Locks of a page, which neither requests nor grants any while frozen. */
function suspendableLocks(suspension: Suspension, isDead: () => boolean): Locks {
  return createWatchedLocks({
    locks: navigator.locks,
    channel: (name) => suspension.channel(browserTabChannel(name)),
    epochs: storedEpochs,
    every(ms, run) {
      const timer = setInterval(
        () => (isDead() || suspension.isSuspended() ? undefined : run()),
        ms,
      );
      return () => clearInterval(timer);
    },
  });
}

/** Channel to other tabs, silent once the page is killed. */
function killableChannel(
  killSignal: Promise<null>,
  isDead: () => boolean,
  name: string,
): TabChannel {
  const channel = browserTabChannel(name);
  void killSignal.then(() => channel.close());
  return {
    post: (message) => (isDead() ? undefined : channel.post(message)),
    subscribe: (listener) =>
      channel.subscribe((message) => (isDead() ? undefined : listener(message))),
    close: () => (isDead() ? undefined : channel.close()),
  };
}
