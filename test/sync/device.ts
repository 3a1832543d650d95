import 'fake-indexeddb/auto';
import { addRxPlugin } from 'rxdb';
import { RxDBDevModePlugin, disableWarnings } from 'rxdb/plugins/dev-mode';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv';
import { vi } from 'vitest';
import { type Account, type AccountOptions, openAccount } from '#sync/account.ts';
import { browserLocks } from '#sync/browser-ports.ts';
import { type Connectivity, createConnectivity } from '#sync/connectivity.ts';
import type { KeyValue, Wake, WakeEvent } from '#sync/ports.ts';
import { createSession, type Session } from '#sync/session.ts';
import { createTransport, type Transport } from '#sync/transport.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import { type ClubServer, identityOf, PRODUCT } from './club-server.ts';

// Only in Node: dev mode checks what RxDB otherwise takes on trust, against the very schemas.
disableWarnings();
addRxPlugin(RxDBDevModePlugin);
const storage = wrappedValidateAjvStorage({ storage: getRxStorageDexie() });

/** A store of text in memory; other tabs of it are told of changes. */
export function memoryStore(): KeyValue {
  const kept = new Map<string, string>();
  return {
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    subscribe: () => () => undefined,
  };
}

/** A page whose visibility and network the test decides. */
export function manualWake(): Wake & { tell(event: WakeEvent): void } {
  const listeners = new Set<(event: WakeEvent) => void>();
  let isVisible = true;
  let isOnline = true;
  return {
    online: () => isOnline,
    visible: () => isVisible,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(event) {
      if (event === 'visible' || event === 'hidden') isVisible = event === 'visible';
      else isOnline = event === 'online';
      listeners.forEach((listener) => listener(event));
    },
  };
}

/** One browser of one person, up to the point where the account is opened. */
export interface Device {
  readonly session: Session;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly wake: ReturnType<typeof manualWake>;
  /** Opens the account: each call is another tab. */
  open(options?: Partial<AccountOptions>): Promise<Account>;
  close(): Promise<void>;
}

export async function startDevice(
  server: ClubServer,
  who: AccountKey,
  { fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {},
): Promise<Device> {
  const identity = identityOf(who);
  const session = createSession({ store: memoryStore() });
  session.begin(identity, await server.app.signInAs(who));
  const wake = manualWake();
  const locks = browserLocks();
  const transport = createTransport({
    baseUrl: server.baseUrl,
    fetch,
    session,
    language: () => 'en',
    platform: 'web',
    clock: Date.now,
    locks,
  });
  const connectivity = createConnectivity({ transport, wake });
  const opened: Account[] = [];
  return {
    session,
    transport,
    connectivity,
    wake,
    async open(options = {}) {
      const account = await openAccount({
        identity,
        session,
        transport,
        connectivity,
        wake,
        locks,
        persist: () => Promise.resolve(true),
        storage,
        ignoreDuplicate: true,
        ...options,
      });
      opened.push(account);
      return account;
    },
    async close() {
      connectivity.close();
      await Promise.all(opened.map((account) => account.close()));
    },
  };
}

/** Captures pieces and saves them to a project. @returns the ids of the scans */
export async function scanInto(account: Account, projectId: string, serials: readonly string[]) {
  const ids: string[] = [];
  for (const serial of serials) {
    ids.push(
      await account.scanActs.captureScan({
        ...PRODUCT,
        serial_number: serial,
        is_unique: true,
        manual: false,
      }),
    );
  }
  await account.scanActs.saveScanToProject(ids, projectId);
  return ids;
}

/** Waits until the project has come to the device. */
export async function knows(account: Account, projectId: string): Promise<void> {
  const { projects } = account.collections;
  await until(async () => (await projects.findOne(projectId).exec()) !== null);
}

export async function scanOf(account: Account, id: string) {
  const found = await account.collections.scans.findOne(id).exec();
  return found?.toMutableJSON() ?? null;
}

/** Waits until what is asked for holds. */
export function until(check: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(check, { timeout: 20_000, interval: 20 });
}
