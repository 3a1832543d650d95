import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from '#sync/http/call-error.ts';
import { createFairQueue } from '#sync/retry/fair-queue.ts';

const failing = (code: 'internal' | 'offline') => () => Promise.reject(new CallError(code));
const done = () => Promise.resolve('done');

test('F04: an item that the server fails on goes behind the others, and keeps its place there', async () => {
  const turns = createFairQueue<string>();
  ['one', 'two'].forEach(turns.add);
  await expect(turns.next(failing('internal'))).rejects.toMatchObject({ code: 'internal' });
  expect(await turns.next(done)).toEqual({ item: 'two', result: 'done' });
  await expect(turns.next(failing('internal'))).rejects.toMatchObject({ code: 'internal' });
  turns.add('three');
  expect([(await turns.next(done)).item, (await turns.next(done)).item]).toEqual(['three', 'one']);
});

test('an outcome unrelated to the current item leaves the order unchanged', async () => {
  const turns = createFairQueue<string>();
  ['one', 'two'].forEach(turns.add);
  await expect(turns.next(failing('offline'))).rejects.toMatchObject({ code: 'offline' });
  expect((await turns.next(done)).item).toBe('one');
});

test('F17: whatever items the server fails on, all are done once it recovers, each once', async () => {
  const item = fc.integer({ min: 0, max: 9 });
  const stumbles = fc.array(fc.boolean(), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(item, { minLength: 1 }), stumbles, async (items, ill) => {
      const turns = createFairQueue<number>();
      items.forEach(turns.add);
      const gone: number[] = [];
      for (const isIll of [...ill, ...items.map(() => false)]) {
        if (gone.length === items.length) break;
        const turn = turns.next(isIll ? failing('internal') : done);
        await turn.then(
          (one) => gone.push(one.item),
          () => undefined,
        );
      }
      expect([gone.length, new Set(gone)]).toEqual([items.length, new Set(items)]);
    }),
  );
});
