/**
 * Types of packages that only the benchmark installs, so that checking types doesn't require the packages. Contains
 * only the used parts.
 */

declare module 'pouchdb-browser' {
  type Stored<Row> = Row & { readonly _id: string; readonly _rev?: string };
  interface Change<Row> {
    readonly id: string;
    readonly doc?: Stored<Row>;
  }
  export default class PouchDB<Row extends object> {
    constructor(name: string);
    info(): Promise<unknown>;
    get(id: string): Promise<Stored<Row>>;
    put(document: Stored<Row>): Promise<unknown>;
    bulkDocs(
      documents: readonly Stored<Row>[],
    ): Promise<readonly ({ ok: true } | { error: true })[]>;
    allDocs(options: {
      include_docs: true;
      startkey: string;
      endkey: string;
    }): Promise<{ rows: readonly { doc?: Stored<Row> }[] }>;
    changes(options: { since: 'now'; live: true }): {
      on(event: 'change', listener: (change: Change<Row>) => void): void;
    };
    changes(options: {
      since: number | string;
      limit: number;
      include_docs: true;
    }): Promise<{ results: readonly Change<Row>[]; last_seq: number | string }>;
  }
}

declare module '@tanstack/db' {
  export interface Collection<Row extends object> {
    readonly id: string;
    readonly size: number;
    insert(rows: readonly Row[]): void;
    subscribeChanges(listener: () => void, options: { includeInitialState: boolean }): void;
  }
  export interface SyncConfig<Row extends object> {
    sync(steps: {
      begin(): void;
      write(change: { type: 'insert' | 'update'; value: Row }): void;
      commit(): void;
      markReady(): void;
    }): void;
  }
  export function createCollection<Row extends object>(options: {
    id: string;
    getKey: (row: Row) => string;
    sync: SyncConfig<Row>;
    startSync: boolean;
  }): Collection<Row>;
  interface Query<Rows> {
    where(condition: (rows: Rows) => unknown): Query<Rows>;
  }
  interface Start {
    from<Row extends object>(source: { scan: Collection<Row> }): Query<{ scan: Row }>;
  }
  export function createLiveQueryCollection(
    query: (start: Start) => Query<unknown>,
  ): Collection<object>;
  export function eq(left: unknown, right: unknown): unknown;
}

declare module '@tanstack/offline-transactions' {
  export class IndexedDBAdapter {
    constructor(databaseName: string);
    set(key: string, value: string): Promise<void>;
  }
  export interface OnlineDetector {
    subscribe(listener: () => void): () => void;
    notifyOnline(): void;
    isOnline(): boolean;
    dispose(): void;
  }
  interface OfflineTransaction {
    mutate(change: () => void): void;
    commit(): Promise<unknown>;
  }
  export function startOfflineExecutor(config: {
    collections: Readonly<Record<string, { readonly id: string }>>;
    storage: IndexedDBAdapter;
    onlineDetector: OnlineDetector;
    mutationFns: Readonly<
      Record<
        string,
        (call: {
          transaction: { mutations: readonly { readonly modified: object }[] };
        }) => Promise<void>
      >
    >;
  }): {
    waitForInit(): Promise<void>;
    getPendingCount(): number;
    createOfflineTransaction(options: {
      mutationFnName: string;
      autoCommit: boolean;
    }): OfflineTransaction;
  };
}
