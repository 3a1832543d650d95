import { expect, test } from 'vitest';
import { createDraftWriter } from '#src/data/drafts/draft-writer.ts';

/** A store whose writes finish on request. */
function slowStore() {
  const writes: number[] = [];
  const pendingWrites: { done: () => void; fail: (error: Error) => void }[] = [];
  const write = (draft: number) => {
    writes.push(draft);
    return new Promise<void>((done, fail) => pendingWrites.push({ done, fail }));
  };
  const next = async () => {
    const end = pendingWrites.shift();
    if (!end) throw new Error('No write is running.');
    end.done();
    await settled();
  };
  return { written: writes, write, next, ends: pendingWrites };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('writes run one at a time, and only the latest pending one is kept', async () => {
  const store = slowStore();
  const draftWriter = createDraftWriter(store.write, () => undefined);
  draftWriter.save(1);
  draftWriter.save(2);
  draftWriter.save(3);
  expect(store.written).toEqual([1]);
  await store.next();
  expect(store.written).toEqual([1, 3]);
  await store.next();
  draftWriter.save(4);
  expect(store.written).toEqual([1, 3, 4]);
});

test('settling waits for the current write and drops the pending write', async () => {
  const store = slowStore();
  const draftWriter = createDraftWriter(store.write, () => undefined);
  draftWriter.save(1);
  draftWriter.save(2);
  let isSettled = false;
  const settling = draftWriter.settle().then(() => (isSettled = true));
  await settled();
  expect(isSettled).toBe(false);
  await store.next();
  await settling;
  expect(store.written).toEqual([1]);
});

test('a failed write is reported, and the next is tried', async () => {
  const store = slowStore();
  const failures: unknown[] = [];
  const draftWriter = createDraftWriter(store.write, (error) => failures.push(error));
  const full = new Error('full');
  draftWriter.save(1);
  store.ends.shift()?.fail(full);
  await settled();
  expect(failures).toEqual([full]);
  draftWriter.save(2);
  expect(store.written).toEqual([1, 2]);
});
