/**
 * A store without a screen: `?store=` names it. Its code is loaded with the page, and the store is opened on request.
 */
import { browserServices } from '#src/data/browser-services.ts';
import type { CapturedScan } from '#sync/entities/scans/scan-events.ts';
import type { OpenPeerStore, PeerStore, ServerCounts } from './peer-store.ts';

declare global {
  interface Window {
    peer?: {
      /**
       * Opens the store and lists a project's scans.
       * @returns the duration in ms, until the list has that number of scans
       */
      open(projectId: string, count: number): Promise<number>;
      /**
       * Saves scans one by one.
       * @returns the durations in ms until each is durable, and until a live list has it
       */
      saveEach(
        scans: readonly CapturedScan[],
        projectId: string,
      ): Promise<{ saves: number[]; updates: number[] }>;
      saveAll(scans: readonly CapturedScan[], projectId: string): Promise<void>;
      send(): Promise<void>;
      pull(counts: ServerCounts): Promise<void>;
    };
  }
}

const stores: Readonly<Record<string, () => Promise<{ openStore: OpenPeerStore }>>> = {
  'own-store': () => import('./own-store.ts'),
  'rxdb-replication': () => import('./rxdb-replication.ts'),
  'dexie-outbox': () => import('./dexie-outbox.ts'),
  pouchdb: () => import('./pouchdb.ts'),
  'tanstack-db': () => import('./tanstack-db.ts'),
};

const name = new URLSearchParams(location.search).get('store') ?? '';
const services = await browserServices(async () => []);
// A variable path would be bundled with every file of the folder.
const { openStore } = (await stores[name]?.()) ?? {};
// The app loads these modules when it is idle; here they must be loaded while online.
await Promise.all([import('#sync/account.ts'), import('#sync/entities/scans/commands.ts')]);

let store: PeerStore | null = null;
let listedCount = 0;
let onListed: (count: number) => void = () => {};

function openedStore(): PeerStore {
  if (!store) throw new Error('The store isn’t open.');
  return store;
}

/** Resolves once the live list has that number of scans. */
function waitForList(count: number): Promise<void> {
  return new Promise((resolve) => {
    onListed = (listed) => {
      if (listed >= count) resolve();
    };
    onListed(listedCount);
  });
}

window.peer = {
  async open(projectId, count) {
    const start = performance.now();
    store = (await openStore?.(services)) ?? null;
    openedStore().watch(projectId, (listed) => {
      listedCount = listed;
      onListed(listed);
    });
    await waitForList(count);
    return performance.now() - start;
  },
  async saveEach(scans, projectId) {
    const saves: number[] = [];
    const updates: number[] = [];
    for (const scan of scans) {
      const listed = waitForList(listedCount + 1);
      const start = performance.now();
      const updated = listed.then(() => updates.push(performance.now() - start));
      await openedStore().save([scan], projectId);
      saves.push(performance.now() - start);
      await updated;
    }
    return { saves, updates };
  },
  saveAll: (scans, projectId) => openedStore().save(scans, projectId),
  send: () => openedStore().send(),
  pull: (counts) => openedStore().pull(counts),
};
