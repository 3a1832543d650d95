import { expect, test } from 'vitest';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';

/** A store whose writes finish on request. */
function slowStore() {
  const written: number[] = [];
  const ends: { done: () => void; fail: (error: Error) => void }[] = [];
  const write = (draft: number) => {
    written.push(draft);
    return new Promise<void>((done, fail) => ends.push({ done, fail }));
  };
  const next = async () => {
    const end = ends.shift();
    if (!end) throw new Error('Nothing is being written.');
    end.done();
    await settled();
  };
  return { written, write, next, ends };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('writes run one at a time, and only the latest pending one is kept', async () => {
  const store = slowStore();
  const keeper = createDraftWriter(store.write, () => undefined);
  keeper.save(1);
  keeper.save(2);
  keeper.save(3);
  expect(store.written).toEqual([1]);
  await store.next();
  expect(store.written).toEqual([1, 3]);
  await store.next();
  keeper.save(4);
  expect(store.written).toEqual([1, 3, 4]);
});

test('settling waits for the current write and drops the pending one', async () => {
  const store = slowStore();
  const keeper = createDraftWriter(store.write, () => undefined);
  keeper.save(1);
  keeper.save(2);
  let isSettled = false;
  const settling = keeper.settle().then(() => (isSettled = true));
  await settled();
  expect(isSettled).toBe(false);
  await store.next();
  await settling;
  expect(store.written).toEqual([1]);
});

test('a failed write is reported, and the next is tried', async () => {
  const store = slowStore();
  const failures: unknown[] = [];
  const keeper = createDraftWriter(store.write, (error) => failures.push(error));
  const full = new Error('full');
  keeper.save(1);
  store.ends.shift()?.fail(full);
  await settled();
  expect(failures).toEqual([full]);
  keeper.save(2);
  expect(store.written).toEqual([1, 2]);
});
