import { expect, test, vi } from 'vitest';
import { createWorkLoop } from '#sync/engine/work-loop.ts';

/** More microtasks than the end of a run needs. */
const MICROTASK_COUNTS = [...Array.from({ length: 12 }).keys()];

test.each(MICROTASK_COUNTS)(
  'a loop woken %d ticks after its work has ended works once more',
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

test('a loop woken while its work fails reports the failure, and works once more', async () => {
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
