import { expect, test, vi } from 'vitest';
import { createWorkLoop } from '#sync/engine/work-loop.ts';

/** More microtasks than the end of a run needs. */
const TURNS = [...Array.from({ length: 12 }).keys()];

test.each(TURNS)(
  'a loop woken %d ticks after its work has ended works once more',
  async (turns) => {
    let rounds = 0;
    const loop = createWorkLoop(async () => {
      rounds += 1;
      if (rounds > 1) return;
      let turn = Promise.resolve();
      for (let left = turns; left > 0; left -= 1) turn = turn.then(() => undefined);
      void turn.then(() => loop.wake());
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
