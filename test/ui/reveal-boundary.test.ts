import { expect, test, vi } from 'vitest';
import { createRevealBoundary } from '#src/ui/feedback/block-reveal.ts';

const nextTurn = () => Promise.resolve();

test('it is seen once the last is there', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  const [first, second] = [boundary.begin(), boundary.begin()];
  first();
  await nextTurn();
  expect([boundary.isMissing(), onReveal.mock.calls.length]).toEqual([true, 0]);
  second();
  await nextTurn();
  expect([boundary.isMissing(), onReveal.mock.calls.length]).toEqual([false, 1]);
});

test('what is there may bring something else that is missing', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  boundary.begin()();
  const rows = boundary.begin();
  await nextTurn();
  expect(onReveal).not.toHaveBeenCalled();
  rows();
  await nextTurn();
  expect(onReveal).toHaveBeenCalledOnce();
});

test('nobody waits for what is missing after it was seen, or given up', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  const late = boundary.begin();
  boundary.close();
  boundary.begin();
  expect(boundary.isMissing()).toBe(false);
  late();
  await nextTurn();
  expect(onReveal).toHaveBeenCalledOnce();
});

test('what a part of it misses, the whole misses', async () => {
  const revealed: string[] = [];
  const whole = createRevealBoundary(null, () => revealed.push('whole'));
  const part = createRevealBoundary(whole, () => revealed.push('part'));
  const read = part.begin();
  expect([whole.isMissing(), part.isMissing()]).toEqual([true, true]);
  read();
  await nextTurn();
  expect(revealed.toSorted()).toEqual(['part', 'whole']);
});
