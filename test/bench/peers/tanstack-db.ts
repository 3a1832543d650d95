/**
 * TanStack DB with offline transactions. Its outbox is in IndexedDB, one transaction per save and
 * request; the server's records are only in memory.
 */
import { createCollection, createLiveQueryCollection, eq, type SyncConfig } from '@tanstack/db';
import {
  IndexedDBAdapter,
  type OnlineDetector,
  startOfflineExecutor,
} from '@tanstack/offline-transactions';
import {
  type OpenPeerStore,
  type PeerProject,
  type PeerScan,
  pullAll,
  readProjects,
  readScans,
  sendScans,
  toPeerScan,
} from './peer-store.ts';

/** Reports each durable write, because a transaction only resolves once the server has it. */
class ReportingStorage extends IndexedDBAdapter {
  onWrite = () => {};
  override async set(key: string, value: string) {
    await super.set(key, value);
    this.onWrite();
  }
}

/** Stays offline until the measured work is sent. */
function createSwitch(): OnlineDetector & { turnOn(): void } {
  const listeners = new Set<() => void>();
  let isOnline = false;
  const notifyOnline = () => listeners.forEach((listener) => listener());
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notifyOnline,
    isOnline: () => isOnline,
    dispose: () => listeners.clear(),
    turnOn() {
      isOnline = true;
      notifyOnline();
    },
  };
}

/** A collection in memory, with a function that adds the server's rows. */
function createPulledCollection<Row extends { readonly uuid: string }>(id: string) {
  let write: (rows: readonly Row[]) => void = () => {};
  const sync: SyncConfig<Row>['sync'] = ({ begin, write: writeRow, commit, markReady }) => {
    write = (rows) => {
      begin();
      for (const value of rows) writeRow({ type: 'insert', value });
      commit();
    };
    markReady();
  };
  const collection = createCollection<Row>({
    id,
    getKey: ({ uuid }) => uuid,
    sync: { sync },
    startSync: true,
  });
  return { collection, write: async (rows: readonly Row[]) => write(rows) };
}

export const openStore: OpenPeerStore = async ({ transport }) => {
  const scans = createPulledCollection<PeerScan>('scans');
  const projects = createPulledCollection<PeerProject>('projects');
  const storage = new ReportingStorage('tanstack-db');
  const online = createSwitch();
  const executor = startOfflineExecutor({
    collections: { scans: scans.collection },
    storage,
    onlineDetector: online,
    mutationFns: {
      async sendScans({ transaction: { mutations } }) {
        const rows = mutations.map(({ modified }) => modified as unknown as PeerScan);
        await sendScans(transport, rows);
        await scans.write(rows);
      },
    },
  });
  await executor.waitForInit();
  return {
    async save(captured, projectId) {
      const rows = captured.map((scan) => toPeerScan(scan, projectId));
      const transaction = executor.createOfflineTransaction({
        mutationFnName: 'sendScans',
        autoCommit: false,
      });
      transaction.mutate(() => scans.collection.insert(rows));
      const written = new Promise<void>((resolve) => (storage.onWrite = resolve));
      void transaction.commit();
      await written;
    },
    watch(projectId, onChange) {
      const list = createLiveQueryCollection((query) =>
        query.from({ scan: scans.collection }).where(({ scan }) => eq(scan.projects_id, projectId)),
      );
      list.subscribeChanges(() => onChange(list.size), { includeInitialState: true });
    },
    async send() {
      online.turnOn();
      await new Promise<void>((resolve) => {
        const check = () => (executor.getPendingCount() === 0 ? resolve() : setTimeout(check, 10));
        check();
      });
    },
    async pull(counts) {
      await pullAll(counts.projects, (since) => readProjects(transport, since), projects.write);
      await pullAll(counts.scans, (since) => readScans(transport, since), scans.write);
    },
  };
};
