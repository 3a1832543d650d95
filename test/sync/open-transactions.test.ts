import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { abortOnLeaving } from '#sync/store/open-transactions.ts';
import { createHealthWatch, keepOpen, type StoreHealth } from '#sync/store/reconnecting-storage.ts';
import { manualWake } from './manual-wake.ts';

interface Row {
  id: number;
}
type Tables = Dexie & { rows: Dexie.Table<Row, number> };

const wake = manualWake();
const options = { isClosed: () => false, isRead: true };
let database: Tables;
let stop: () => void;
beforeEach(() => {
  database = new Dexie(`test-${crypto.randomUUID()}`) as Tables;
  database.version(1).stores({ rows: 'id' });
  stop = abortOnLeaving(wake);
});
afterEach(async () => {
  stop();
  await database.delete();
});

describe('F36: a page that goes into the back-forward cache', () => {
  test('ends its open transactions, and writes what they held once it is back', async () => {
    const { run } = keepOpen(database, createHealthWatch());
    let attempts = 0;
    const write = run(
      () =>
        database.transaction('rw', database.rows, async () => {
          attempts += 1;
          await database.rows.add({ id: 1 });
          // As long as there are requests, a transaction stays open.
          while (attempts === 1) await database.rows.get(1);
        }),
      { ...options, isRead: false },
    );
    await vi.waitFor(() => expect(attempts).toBe(1));
    wake.tell('cached');
    expect(await rowsFromElsewhere(database.name)).toBe(0);
    expect(attempts).toBe(1);
    wake.tell('restored');
    await write;
    expect(attempts).toBe(2);
    expect(await database.rows.count()).toBe(1);
  });

  test('repeats nothing that failed for another reason', async () => {
    const { run } = keepOpen(database, createHealthWatch());
    await database.rows.add({ id: 1 });
    const failing = run(() => database.rows.add({ id: 1 }), options);
    await expect(failing).rejects.toMatchObject({ name: 'ConstraintError' });
  });
});

describe('F38: a read without an answer', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is reported after five seconds, until the last one has its answer', async () => {
    const health = createHealthWatch();
    const seen: StoreHealth[] = [];
    health.health$.subscribe((now) => seen.push(now));
    const { run } = keepOpen(database, health);
    const first = Promise.withResolvers<number>();
    const second = Promise.withResolvers<number>();
    const reads = [run(() => first.promise, options), run(() => second.promise, options)];
    await vi.advanceTimersByTimeAsync(4_900);
    expect(seen).toEqual(['well']);
    await vi.advanceTimersByTimeAsync(200);
    expect(seen).toEqual(['well', 'silent']);
    first.resolve(1);
    await reads[0];
    expect(seen).toEqual(['well', 'silent']);
    second.resolve(2);
    await reads[1];
    expect(seen).toEqual(['well', 'silent', 'well']);
  });

  test('is not reported where the page was suspended and has just woken', async () => {
    const health = createHealthWatch();
    const seen: StoreHealth[] = [];
    health.health$.subscribe((now) => seen.push(now));
    const { run } = keepOpen(database, health);
    const answer = Promise.withResolvers<number>();
    const read = run(() => answer.promise, options);
    // However long it was asleep, only the timer that is due runs before the answer.
    await vi.advanceTimersToNextTimerAsync();
    answer.resolve(1);
    await read;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen).toEqual(['well']);
  });
});

/** The number of rows that another connection sees; it waits for open write transactions. */
async function rowsFromElsewhere(name: string): Promise<number> {
  const other = await new Dexie(name).open();
  try {
    return await other.table('rows').count();
  } finally {
    other.close();
  }
}
