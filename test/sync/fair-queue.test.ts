import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from '#sync/http/call-error.ts';
import { createFairQueue } from '#sync/retry/fair-queue.ts';

const failing = (code: 'internal' | 'offline') => () => Promise.reject(new CallError(code));
const succeed = () => Promise.resolve('done');

test('F04: an item on which the server fails moves to the end of the queue once, and stays ahead of later items', async () => {
  const queue = createFairQueue<string>();
  ['one', 'two'].forEach(queue.add);
  await expect(queue.next(failing('internal'))).rejects.toMatchObject({ code: 'internal' });
  expect(await queue.next(succeed)).toEqual({ item: 'two', result: 'done' });
  await expect(queue.next(failing('internal'))).rejects.toMatchObject({ code: 'internal' });
  queue.add('three');
  expect([(await queue.next(succeed)).item, (await queue.next(succeed)).item]).toEqual([
    'three',
    'one',
  ]);
});

test('a failure that isn’t about the current item leaves the order unchanged', async () => {
  const queue = createFairQueue<string>();
  ['one', 'two'].forEach(queue.add);
  await expect(queue.next(failing('offline'))).rejects.toMatchObject({ code: 'offline' });
  expect((await queue.next(succeed)).item).toBe('one');
});

test('F17: after failures of any items, each is done exactly once when the server recovers', async () => {
  const item = fc.integer({ min: 0, max: 9 });
  const failureFlags = fc.array(fc.boolean(), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(item, { minLength: 1 }), failureFlags, async (items, flags) => {
      const queue = createFairQueue<number>();
      items.forEach(queue.add);
      const finished: number[] = [];
      for (const isFailing of [...flags, ...items.map(() => false)]) {
        if (finished.length === items.length) break;
        const attempt = queue.next(isFailing ? failing('internal') : succeed);
        await attempt.then(
          (one) => finished.push(one.item),
          () => undefined,
        );
      }
      expect([finished.length, new Set(finished)]).toEqual([items.length, new Set(items)]);
    }),
  );
});
