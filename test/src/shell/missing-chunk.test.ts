import { expect, test } from 'vitest';
import { recoverFromMissingChunks } from '#src/shell/missing-chunk.ts';

function stage() {
  const events = new EventTarget();
  const stored = new Map<string, string>();
  const page = { now: 1_000_000, online: true, reloads: 0 };
  recoverFromMissingChunks({
    events,
    memory: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    now: () => page.now,
    canReload: () => page.online,
    reload: () => (page.reloads += 1),
  });
  /** Returns whether the error went on to whoever shows errors. */
  const miss = () => events.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  const tell = (event: string) => events.dispatchEvent(new Event(event));
  return { page, miss, tell };
}

test('F32: a page older than the deployment reloads into the new build', () => {
  const { page, miss } = stage();
  expect(miss()).toBe(false);
  expect(page.reloads).toBe(1);
});

test('when the reload did not help, the error is shown instead of a loop', () => {
  const { page, miss } = stage();
  miss();
  page.now += 5_000;
  expect(miss()).toBe(true);
  expect(page.reloads).toBe(1);

  page.now += 3_600_000;
  expect(miss()).toBe(false);
  expect(page.reloads).toBe(2);
});

test('without a network the page stays', () => {
  const { page, miss } = stage();
  page.online = false;
  expect(miss()).toBe(true);
  expect(page.reloads).toBe(0);
});

test.each(['beforeunload', 'pagehide'])(
  'a part that was cut short after %s does not bring the page back',
  (event) => {
    const { page, miss, tell } = stage();
    tell(event);
    expect(miss()).toBe(true);
    expect(page.reloads).toBe(0);
  },
);

test('a page that is shown again, or not left after all, recovers as before', () => {
  const { page, miss, tell } = stage();
  tell('pagehide');
  tell('pageshow');
  miss();
  expect(page.reloads).toBe(1);

  tell('beforeunload');
  page.now += 3_600_000;
  miss();
  expect(page.reloads).toBe(2);
});
