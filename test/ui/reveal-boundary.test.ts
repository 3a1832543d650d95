import { expect, test, vi } from 'vitest';
import { createRevealBoundary } from '#src/ui/feedback/block-reveal.ts';

const nextTurn = () => Promise.resolve();

test('it is seen once the last is there', async () => {
  const onSeen = vi.fn<() => void>();
  const sight = createRevealBoundary(null, onSeen);
  const [first, second] = [sight.begin(), sight.begin()];
  first();
  await nextTurn();
  expect([sight.isMissing(), onSeen.mock.calls.length]).toEqual([true, 0]);
  second();
  await nextTurn();
  expect([sight.isMissing(), onSeen.mock.calls.length]).toEqual([false, 1]);
});

test('what is there may bring something else that is missing', async () => {
  const onSeen = vi.fn<() => void>();
  const sight = createRevealBoundary(null, onSeen);
  sight.begin()();
  const rows = sight.begin();
  await nextTurn();
  expect(onSeen).not.toHaveBeenCalled();
  rows();
  await nextTurn();
  expect(onSeen).toHaveBeenCalledOnce();
});

test('nobody waits for what is missing after it was seen, or given up', async () => {
  const onSeen = vi.fn<() => void>();
  const sight = createRevealBoundary(null, onSeen);
  const late = sight.begin();
  sight.close();
  sight.begin();
  expect(sight.isMissing()).toBe(false);
  late();
  await nextTurn();
  expect(onSeen).toHaveBeenCalledOnce();
});

test('what a part of it misses, the whole misses', async () => {
  const seen: string[] = [];
  const whole = createRevealBoundary(null, () => seen.push('whole'));
  const part = createRevealBoundary(whole, () => seen.push('part'));
  const read = part.begin();
  expect([whole.isMissing(), part.isMissing()]).toEqual([true, true]);
  read();
  await nextTurn();
  expect(seen.toSorted()).toEqual(['part', 'whole']);
});
