import { expect, test } from 'vitest';
import { createPoisonWatch } from '#sync/retry/poison.ts';

test('F04: what the server stumbles over for the third time, while others went well, is to blame', () => {
  const watch = createPoisonWatch();
  expect([watch.stumbled('one', 5), watch.stumbled('one', 6), watch.stumbled('one', 6)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(watch.stumbled('another', 6)).toBe(false);
});

test('F08: while nothing goes well the server is to blame, however often it stumbles', () => {
  const watch = createPoisonWatch();
  const stumbles = Array.from({ length: 50 }, () => watch.stumbled('one', 5));
  expect(stumbles).not.toContain(true);
});
