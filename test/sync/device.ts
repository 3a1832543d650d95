import 'fake-indexeddb/auto';
import * as v from 'valibot';
import { addRxPlugin, OPEN_COLLECTIONS, type RxStorage } from 'rxdb';
import { RxDBDevModePlugin, disableWarnings } from 'rxdb/plugins/dev-mode';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { vi } from 'vitest';
import { storedCollections } from '#schemas/collections.ts';
import type { AccountOptions } from '#sync/account-options.ts';
import { type LocalAccount, openAccount } from '#sync/account.ts';
import { browserLocks } from '#sync/browser-ports.ts';
import { checkMaintenance } from '#sync/http/check-maintenance.ts';
import { type Connectivity, createConnectivity } from '#sync/http/connectivity.ts';
import { createSession, type Session } from '#sync/http/session.ts';
import { createTransport, type Transport } from '#sync/http/transport.ts';
import type { KeyValue } from '#sync/ports.ts';
import type { AccountKey } from '#test/server/test-accounts.ts';
import { type ClubServer, identityOf, PRODUCT } from './club-server.ts';
import { manualPageSignals } from './manual-page-signals.ts';

// Dev mode enables checks that RxDB skips otherwise. Node only.
disableWarnings();
addRxPlugin(RxDBDevModePlugin);
const storage = checkedStorage();

/** In-memory text store; other tabs aren't notified. */
export function memoryStore(): KeyValue {
  const texts = new Map<string, string>();
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, value) => void texts.set(key, value),
    remove: (key) => void texts.delete(key),
    subscribe: () => () => undefined,
  };
}

/** One user's browser, before the account is opened. */
export interface Device {
  readonly session: Session;
  readonly transport: Transport;
  readonly connectivity: Connectivity;
  readonly pageSignals: ReturnType<typeof manualPageSignals>;
  /** Opens the account; each call is another tab. */
  open(options?: Partial<AccountOptions>): Promise<LocalAccount>;
  /** All opened accounts. */
  accounts(): readonly LocalAccount[];
  close(): Promise<void>;
}

export async function startDevice(
  server: ClubServer,
  accountKey: AccountKey,
  { fetch = globalThis.fetch }: { fetch?: typeof globalThis.fetch } = {},
): Promise<Device> {
  const identity = identityOf(accountKey);
  const session = createSession({ store: memoryStore() });
  session.start(identity, await server.app.signInAs(accountKey));
  const pageSignals = manualPageSignals();
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
  const connectivity = createConnectivity({
    transport,
    checkMaintenance: () => checkMaintenance(transport, session),
    pageSignals,
  });
  const openAccounts: LocalAccount[] = [];
  return {
    session,
    transport,
    connectivity,
    pageSignals,
    async open(options = {}) {
      const account = await openAccount({
        identity,
        session,
        transport,
        connectivity,
        pageSignals,
        locks,
        requestPersistence: () => Promise.resolve(true),
        storage,
        ignoreDuplicate: true,
        ...options,
      });
      // Each account simulates a separate browser, but RxDB counts collections per realm.
      OPEN_COLLECTIONS.clear();
      openAccounts.push(account);
      return account;
    },
    accounts: () => openAccounts,
    async close() {
      connectivity.close();
      await Promise.all(openAccounts.map((account) => account.close()));
    },
  };
}

/**
 * Captures products and saves them to a project.
 * @returns the ids of the scans
 */
export async function scanInto(
  account: LocalAccount,
  projectId: string,
  serials: readonly string[],
) {
  const ids: string[] = [];
  for (const serial of serials) {
    ids.push(
      await account.scanCommands.captureScan({
        ...PRODUCT,
        serial_number: serial,
        is_unique: true,
        manual: false,
      }),
    );
  }
  await account.scanCommands.saveScanToProject(ids, projectId);
  return ids;
}

/** Waits until the device has the project. */
export async function waitForProject(account: LocalAccount, projectId: string): Promise<void> {
  const { projects } = account.collections;
  await waitUntil(async () => (await projects.findOne(projectId).exec()) !== null);
}

export async function scanOf(account: LocalAccount, id: string) {
  const document = await account.collections.scans.findOne(id).exec();
  return document?.toMutableJSON() ?? null;
}

/** Returns the account's project, or null. */
export async function projectOf(account: LocalAccount, id: string) {
  const document = await account.collections.projects.findOne(id).exec();
  return document?.toMutableJSON() ?? null;
}

/** Saves a product to the project as a colleague, a change that other devices pull. */
export async function scanAsColleague(server: ClubServer, projectId: string): Promise<void> {
  const colleague = await startDevice(server, 'polishStaff');
  const colleagueAccount = await colleague.open();
  await waitForProject(colleagueAccount, projectId);
  const [scan = ''] = await scanInto(colleagueAccount, projectId, await server.serials(1));
  await waitUntil(async () => (await scanOf(colleagueAccount, scan))?.state === 'sent');
  await colleagueAccount.erase();
  await colleague.close();
}

/** Waits until the check returns true. */
export function waitUntil(check: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(check, { timeout: 20_000, interval: 20 });
}

/** Waits until nothing is unsent on the device. Each item is settled separately, in any order. */
export function waitUntilAllSent(account: Pick<LocalAccount, 'outbox'>): Promise<boolean> {
  return waitUntil(async () => (await account.outbox.counts()).total === 0);
}

const documents = new Map<string, v.GenericSchema>(
  Object.entries(storedCollections).map(([name, { document }]) => [name, document]),
);

/** RxDB's Dexie storage that rejects documents that violate their collection's schema. */
function checkedStorage(): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie() as RxStorage<unknown, unknown>;
  return {
    ...storage,
    // Dev mode requires this name.
    name: `validate-valibot-${storage.name}`,
    async createStorageInstance(params) {
      const instance = await storage.createStorageInstance(params);
      const schema = documents.get(params.collectionName);
      if (schema === undefined) return instance;
      const write = instance.bulkWrite.bind(instance);
      instance.bulkWrite = (rows, context) => {
        for (const { document } of rows) check(params.collectionName, schema, document);
        return write(rows, context);
      };
      return instance;
    },
  };
}

function check(name: string, schema: v.GenericSchema, document: unknown): void {
  const { issues } = v.safeParse(schema, document);
  if (!issues) return;
  const faults = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
  throw new Error(`A document of ${name} doesn’t match its schema. ${faults.join(' ')}`);
}
