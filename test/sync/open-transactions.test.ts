import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPhotos } from '#sync/photos/photos.ts';
import { listUnfinishedOperations, runLoggedOperation } from '#sync/store/operation-log.ts';
import { abortTransactionsOnLeave } from '#sync/store/open-transactions.ts';
import {
  createHealthMonitor,
  autoReconnect,
  REOPEN_WAITS_MS,
  type StoreHealth,
  withReconnect,
} from '#sync/store/reconnecting-storage.ts';
import { changeSharedText, readSharedText } from '#sync/store/shared-texts.ts';
import { resultOf } from '#sync/store/raw-database.ts';
import { manualPageSignals } from './manual-page-signals.ts';

interface Row {
  id: number;
}
type Tables = Dexie & { rows: Dexie.Table<Row, number> };

/** The original method, with which a test opens transactions like another page, without tracking them here. */
const { transaction: openTransaction } = IDBDatabase.prototype;

const pageSignals = manualPageSignals();
const options = { isClosed: () => false, isRead: true };
let database: Tables;
let stop: () => void;
beforeEach(() => {
  database = new Dexie(`test-${crypto.randomUUID()}`) as Tables;
  database.version(1).stores({ rows: 'id' });
  stop = abortTransactionsOnLeave(pageSignals);
});
afterEach(async () => {
  vi.restoreAllMocks();
  stop();
  await database.delete();
});

describe('F36: a page that goes into the back-forward cache', () => {
  test('ends its open transactions, and writes their data once it is shown again', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    let attempts = 0;
    const write = run(
      () =>
        database.transaction('rw', database.rows, async () => {
          attempts += 1;
          await database.rows.add({ id: 1 });
          // A transaction stays open while it has requests.
          while (attempts === 1) await database.rows.get(1);
        }),
      { ...options, isRead: false },
    );
    await vi.waitFor(() => expect(attempts).toBe(1));
    pageSignals.emit('cached');
    expect(await rowsOfOtherConnection(database.name)).toBe(0);
    expect(attempts).toBe(1);
    pageSignals.emit('restored');
    await write;
    expect(attempts).toBe(2);
    expect(await database.rows.count()).toBe(1);
  });

  test('ends transactions started while freezing, and repeats them too', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    const first = Promise.withResolvers<void>();
    let attempts = 0;
    const reading = run(async () => {
      attempts += 1;
      await database.rows.count();
      if (attempts === 1) await first.promise;
      return database.rows.count();
    }, options);
    await vi.waitFor(() => expect(attempts).toBe(1));
    pageSignals.emit('cached');
    first.resolve();
    expect(await rowsOfOtherConnection(database.name)).toBe(0);
    pageSignals.emit('restored');
    expect(await reading).toBe(0);
    expect(attempts).toBe(2);
  });

  test('starts no transactions before it is shown again', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    await database.open();
    pageSignals.emit('cached');
    let isStarted = false;
    const write = run(
      () => {
        isStarted = true;
        return database.rows.add({ id: 1 });
      },
      { ...options, isRead: false },
    );
    expect(await rowsOfOtherConnection(database.name)).toBe(0);
    expect(isStarted).toBe(false);
    pageSignals.emit('visible');
    await write;
    expect(await database.rows.count()).toBe(1);
  });
});

describe('F36: a page that leaves repeatedly', () => {
  test('repeats an operation each time it leaves', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    const departureCount = REOPEN_WAITS_MS.length + 2;
    let attempts = 0;
    const write = run(
      () =>
        database.transaction('rw', database.rows, async () => {
          attempts += 1;
          const attempt = attempts;
          await database.rows.add({ id: 1 });
          while (attempt <= departureCount) await database.rows.get(1);
        }),
      { ...options, isRead: false },
    );
    for (let departure = 1; departure <= departureCount; departure += 1) {
      await vi.waitFor(() => expect(attempts).toBe(departure));
      pageSignals.emit('cached');
      pageSignals.emit('restored');
    }
    await write;
    expect(await database.rows.count()).toBe(1);
  });

  test('lets operations continue if the account is closed before the page is shown again', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    pageSignals.emit('cached');
    stop();
    pageSignals.emit('restored');
    await run(() => database.rows.add({ id: 1 }), { ...options, isRead: false });
    expect(await database.rows.count()).toBe(1);
  });
});

describe('F36: work that was interrupted by leaving the page is completed once the page is shown again', () => {
  test('if it is a logged operation', async () => {
    leaveDuring('add');
    const operation = runLoggedOperation(database.name, { kind: 'agree' }, () =>
      Promise.reject(new Error('killed')),
    );
    await expect(operation).rejects.toThrow('killed');
    expect(await listUnfinishedOperations(database.name)).toMatchObject([
      { operation: { kind: 'agree' } },
    ]);
  });

  test('if it changes a text that tabs share', async () => {
    leaveDuring('put');
    await changeSharedText('shared', () => 'text');
    expect(await readSharedText('shared')).toBe('text');
  });

  test('if it stores photos, or counts the unsent ones', async () => {
    const photos = openPhotos(`${database.name}-photos`, () => crypto.randomUUID(), Date.now);
    const counts: number[] = [];
    leaveDuring('count', IDBIndex.prototype as never);
    const watch = photos.unsentCount$.subscribe((count) => counts.push(count));
    await vi.waitFor(() => expect(counts).toEqual([0]));
    leaveDuring('add');
    const id = await photos.save(new ArrayBuffer(4), 'image/png');
    await vi.waitFor(() => expect(counts.at(-1)).toBe(1));
    leaveDuring('put');
    await photos.markSent(id);
    await vi.waitFor(() => expect(counts.at(-1)).toBe(0));
    leaveDuring('delete');
    await photos.discard(id);
    leaveDuring('get');
    expect(await photos.read(id)).toBeNull();
    watch.unsubscribe();
    photos.close();
  });

  test('but operations that failed for another reason aren’t repeated', async () => {
    const { run } = autoReconnect(database, createHealthMonitor());
    await database.rows.add({ id: 1 });
    const failing = run(() => database.rows.add({ id: 1 }), options);
    await expect(failing).rejects.toMatchObject({ name: 'ConstraintError' });
  });
});

describe('F38: a read without a response', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is reported after five seconds, until every such read has its response', async () => {
    const health = createHealthMonitor();
    const states: StoreHealth[] = [];
    health.health$.subscribe((health) => states.push(health));
    const { run } = autoReconnect(database, health);
    const first = Promise.withResolvers<number>();
    const second = Promise.withResolvers<number>();
    const reads = [run(() => first.promise, options), run(() => second.promise, options)];
    await vi.advanceTimersByTimeAsync(4_900);
    expect(states).toEqual(['healthy']);
    await vi.advanceTimersByTimeAsync(200);
    expect(states).toEqual(['healthy', 'silent']);
    first.resolve(1);
    await reads[0];
    expect(states).toEqual(['healthy', 'silent']);
    second.resolve(2);
    await reads[1];
    expect(states).toEqual(['healthy', 'silent', 'healthy']);
  });

  test('is also reported if the database doesn’t open', async () => {
    const health = createHealthMonitor();
    const states: StoreHealth[] = [];
    health.health$.subscribe((health) => states.push(health));
    const opening = Promise.withResolvers<{ dexieDb: Dexie }>();
    const instance = { internals: opening.promise, count: () => Promise.resolve({ count: 3 }) };
    for (const name of ['bulkWrite', 'findDocumentsById', 'query', 'cleanup']) {
      Object.assign(instance, { [name]: instance.count });
    }
    const createStorageInstance = () => Promise.resolve(instance);
    const storage = withReconnect({ createStorageInstance } as never, health);
    const { count } = await storage.createStorageInstance({} as never);
    const result = count({} as never);
    await vi.advanceTimersByTimeAsync(5_100);
    expect(states).toEqual(['healthy', 'silent']);
    opening.resolve({ dexieDb: database });
    expect(await result).toEqual({ count: 3 });
    expect(states).toEqual(['healthy', 'silent', 'healthy']);
  });

  test('isn’t reported if the page was suspended and has just resumed', async () => {
    const health = createHealthMonitor();
    const states: StoreHealth[] = [];
    health.health$.subscribe((health) => states.push(health));
    const { run } = autoReconnect(database, health);
    const response = Promise.withResolvers<number>();
    const pendingRead = run(() => response.promise, options);
    // After any suspension, only the due timer runs before the result.
    await vi.advanceTimersToNextTimerAsync();
    response.resolve(1);
    await pendingRead;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states).toEqual(['healthy']);
  });
});

type Requests = Record<
  'add' | 'count' | 'delete' | 'get' | 'put',
  (...input: unknown[]) => unknown
>;

/** Puts the page into the cache during the next such request, and returns immediately. */
function leaveDuring(
  name: keyof Requests,
  prototype: Requests = IDBObjectStore.prototype as never,
) {
  const request = prototype[name];
  vi.spyOn(prototype, name).mockImplementationOnce(function (this: unknown, ...input) {
    const idbRequest = request.apply(this, input);
    pageSignals.emit('cached');
    pageSignals.emit('restored');
    return idbRequest;
  });
}

/** Counts the rows seen by another page; waits for open write transactions. */
async function rowsOfOtherConnection(name: string): Promise<number> {
  const other = await new Dexie(name).open();
  try {
    const rows = openTransaction.call(other.backendDB(), 'rows').objectStore('rows');
    return await resultOf(rows.count());
  } finally {
    other.close();
  }
}
