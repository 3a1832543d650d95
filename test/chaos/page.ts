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
import { manualWake } from '#test/sync/manual-page-signals.ts';
import { killableStore } from './killable-store.ts';
import { createRest, type Rest } from './rest.ts';

/** A page of the app on a device, with its account and the ways it can end. */
export interface Page {
  readonly account: LocalAccount;
  /** Aborts everything in progress; no events in or out from then on. */
  kill(): void;
  /** Closes the page normally. */
  close(): Promise<void>;
  tell(event: PageSignal): void;
  /** Freezes its script: no requests, responses or events until `wake`. */
  suspend(): void;
  isSuspended(): boolean;
  wake(): void;
  /** Resolves like the work, or with null if the page is killed first. */
  unlessKilled<T>(work: Promise<T>): Promise<T | null>;
}

interface PageOptions {
  readonly identity: AccountIdentity;
  /** Shared by all pages of the device. */
  readonly texts: KeyValue;
  readonly baseUrl: string;
  readonly clock: () => number;
}

/** Pages open one at a time, because Dexie reads IndexedDB from a global. */
let opening: Promise<unknown> = Promise.resolve();

export function openPage(options: PageOptions): Promise<Page> {
  const opened = opening.then(() => open(options));
  opening = opened.catch(() => undefined);
  return opened;
}

async function open({ identity, texts, baseUrl, clock }: PageOptions): Promise<Page> {
  const store = killableStore();
  const death = Promise.withResolvers<null>();
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  /** Promises of a killed page never settle. */
  const whileAlive = <T>(work: Promise<T>): Promise<T> =>
    work.then(
      (value) => (isDead ? never : value),
      (error: unknown) => (isDead ? never : Promise.reject(error as Error)),
    );

  // Releases the lock; the value is unused.
  const dying = death.promise as Promise<unknown> as Promise<never>;
  const rest = createRest();
  const real = locksOf(rest, () => isDead);
  const locks: Locks = {
    run: (name, work, signal, onSilence) =>
      whileAlive(real.run(name, (held) => Promise.race([work(held), dying]), signal, onSilence)),
  };
  const stop = new AbortController();
  const send: typeof fetch = async (input, init) => {
    await rest.over();
    if (isDead) return never;
    const signals = [stop.signal, ...(init?.signal ? [init.signal] : [])];
    const response = await whileAlive(fetch(input, { ...init, signal: AbortSignal.any(signals) }));
    await rest.over();
    return response;
  };
  const wake = manualWake();
  const session = createSession({ store: texts });
  const transport = createTransport({
    baseUrl,
    fetch: send,
    session,
    language: () => 'en',
    platform: 'web',
    clock,
    locks,
  });
  const connectivity = createConnectivity({
    transport,
    checkMaintenance: () => checkMaintenance(transport, session),
    wake,
  });
  Object.assign(Dexie.dependencies, { indexedDB: store.indexedDB, IDBKeyRange });
  const account = await openAccount({
    identity,
    session,
    transport,
    connectivity,
    wake,
    locks,
    persist: () => Promise.resolve(true),
    clock,
    tabChannel: (name) => rest.channel(channelUntil(death.promise, () => isDead, name)),
    storage: store.storage,
  });
  // Each page simulates its own realm, but RxDB counts collections per realm.
  OPEN_COLLECTIONS.clear();

  return {
    account,
    kill() {
      isDead = true;
      store.kill();
      stop.abort();
      connectivity.close();
      death.resolve(null);
    },
    async close() {
      connectivity.close();
      await account.close();
    },
    tell: (event) => wake.tell(event),
    ...{ suspend: rest.begin, isSuspended: rest.isSuspended, wake: rest.end },
    unlessKilled: (work) => Promise.race([work, death.promise]),
  };
}

/** Locks of a page: while frozen it neither requests nor responds. */
function locksOf(rest: Rest, isDead: () => boolean): Locks {
  return createWatchedLocks({
    locks: navigator.locks,
    channel: (name) => rest.channel(browserTabChannel(name)),
    epochs: storedEpochs,
    every(ms, run) {
      const timer = setInterval(() => (isDead() || rest.isSuspended() ? undefined : run()), ms);
      return () => clearInterval(timer);
    },
  });
}

/** Channel to other tabs, silent once the page is killed. */
function channelUntil(death: Promise<null>, isDead: () => boolean, name: string): TabChannel {
  const channel = browserTabChannel(name);
  void death.then(() => channel.close());
  return {
    post: (message) => (isDead() ? undefined : channel.post(message)),
    subscribe: (listener) =>
      channel.subscribe((message) => (isDead() ? undefined : listener(message))),
    close: () => (isDead() ? undefined : channel.close()),
  };
}
