import { expect, test, vi } from 'vitest';
import { createRevealBoundary } from '#src/ui/feedback/block-reveal.ts';

const nextTurn = () => Promise.resolve();

test('a boundary is revealed once its last part is ready', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  const [first, second] = [boundary.register(), boundary.register()];
  first();
  await nextTurn();
  expect([boundary.hasPendingContent(), onReveal.mock.calls.length]).toEqual([true, 0]);
  second();
  await nextTurn();
  expect([boundary.hasPendingContent(), onReveal.mock.calls.length]).toEqual([false, 1]);
});

test('a part that is ready can add another pending part', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  boundary.register()();
  const rows = boundary.register();
  await nextTurn();
  expect(onReveal).not.toHaveBeenCalled();
  rows();
  await nextTurn();
  expect(onReveal).toHaveBeenCalledOnce();
});

test('revealed or timed-out boundaries don’t block again', async () => {
  const onReveal = vi.fn<() => void>();
  const boundary = createRevealBoundary(null, onReveal);
  const lateBlock = boundary.register();
  boundary.close();
  boundary.register();
  expect(boundary.hasPendingContent()).toBe(false);
  lateBlock();
  await nextTurn();
  expect(onReveal).toHaveBeenCalledOnce();
});

test('a pending part also blocks the outer boundary', async () => {
  const revealed: string[] = [];
  const outer = createRevealBoundary(null, () => revealed.push('outer'));
  const inner = createRevealBoundary(outer, () => revealed.push('inner'));
  const markReady = inner.register();
  expect([outer.hasPendingContent(), inner.hasPendingContent()]).toEqual([true, true]);
  markReady();
  await nextTurn();
  expect(revealed.toSorted()).toEqual(['inner', 'outer']);
});
