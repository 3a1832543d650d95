import { expect, test, vi } from 'vitest';
import { createWorkLoop } from '#sync/engine/work-loop.ts';

/** More microtasks than the end of a run needs. */
const MICROTASK_COUNTS = [...Array.from({ length: 12 }).keys()];

test.each(MICROTASK_COUNTS)(
  'a loop woken %d ticks after its work has ended runs once more',
  async (microtasks) => {
    let rounds = 0;
    const loop = createWorkLoop(async () => {
      rounds += 1;
      if (rounds > 1) return;
      let microtask = Promise.resolve();
      for (let remaining = microtasks; remaining > 0; remaining -= 1)
        microtask = microtask.then(() => undefined);
      void microtask.then(() => loop.wake());
    }, vi.fn());
    loop.wake();
    await vi.waitFor(() => expect(rounds).toBe(2));
  },
);

test('a loop woken while its work fails reports the failure, and runs once more', async () => {
  const failures: unknown[] = [];
  let rounds = 0;
  const loop = createWorkLoop(
    async () => {
      rounds += 1;
      if (rounds > 1) return;
      loop.wake();
      throw new Error('first');
    },
    (error) => failures.push(error),
  );
  loop.wake();
  await vi.waitFor(() => expect(failures).toEqual([new Error('first')]));
  expect(rounds).toBe(2);
});

test('a run can be awaited even if the next run is always due', async () => {
  let rounds = 0;
  const loop = createWorkLoop(async () => {
    rounds += 1;
    loop.wake();
    await new Promise((resolve) => setTimeout(resolve));
  }, vi.fn());
  await loop.run();
  expect(rounds).toBe(1);
  // The second run may have started before this call, so another one is needed.
  await loop.run();
  expect(rounds).toBe(3);
  loop.close();
});

test('several wakes during a run cause one more run, and share its failure', async () => {
  const onError = vi.fn();
  let rounds = 0;
  const loop = createWorkLoop(() => {
    rounds += 1;
    return rounds === 1 ? Promise.resolve() : Promise.reject(new Error('second'));
  }, onError);
  loop.wake();
  const results = await Promise.allSettled([loop.run(), loop.run()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(rounds).toBe(2);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('second'));
});
