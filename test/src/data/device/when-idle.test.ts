import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => vi.useRealTimers());

/** Starts a page and records when it is idle. */
async function startWaiting() {
  const { whenIdle } = await import('#src/data/device/when-idle.ts');
  const { markScreenVisible } = await import('#src/ui/feedback/block-reveal.ts');
  const start = { whenIdle, markScreenVisible, idleAt: null as number | null };
  const startedAt = performance.now();
  void whenIdle().then(() => (start.idleAt = performance.now() - startedAt));
  return start;
}

test('an idle page is reported as idle after a short time, and stays idle', async () => {
  const start = await startWaiting();
  start.markScreenVisible();
  await vi.advanceTimersByTimeAsync(1000);
  expect(start.idleAt).toBe(120);
  let isImmediate = false;
  void start.whenIdle().then(() => (isImmediate = true));
  await Promise.resolve();
  expect(isImmediate).toBe(true);
});

test('a page isn’t idle before its first screen, but counts as idle after five seconds', async () => {
  const start = await startWaiting();
  await vi.advanceTimersByTimeAsync(1000);
  expect(start.idleAt).toBe(null);
  start.markScreenVisible();
  await vi.advanceTimersByTimeAsync(200);
  expect(start.idleAt).toBe(1120);

  vi.resetModules();
  const startWithoutScreen = await startWaiting();
  await vi.advanceTimersByTimeAsync(6000);
  expect(startWithoutScreen.idleAt).toBe(5120);
});

/** Keeps the page busy, so that timers fire this much later. */
function blockFor(ms: number) {
  const now = performance.now.bind(performance);
  let lateBy = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + (lateBy += ms));
}

test('a busy page isn’t idle, but counts as idle after two seconds', async () => {
  const start = await startWaiting();
  start.markScreenVisible();
  blockFor(50);
  await vi.advanceTimersByTimeAsync(400);
  expect(start.idleAt).toBe(null);
  await vi.advanceTimersByTimeAsync(2000);
  expect(start.idleAt).toBeGreaterThanOrEqual(2000);
  vi.mocked(performance.now).mockRestore();
});
