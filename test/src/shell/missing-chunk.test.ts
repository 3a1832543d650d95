import { expect, test } from 'vitest';
import { isReloadPending, recoverFromMissingChunks } from '#src/shell/missing-chunk.ts';

function stage() {
  const events = new EventTarget();
  const stored = new Map<string, string>();
  const page = { now: 1_000_000, online: true, reloads: 0 };
  let due: (() => void) | null = null;
  recoverFromMissingChunks({
    events,
    memory: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    now: () => page.now,
    canReload: () => page.online,
    reload: () => (page.reloads += 1),
    delay: (run) => (due = run),
  });
  /** Ends the delay before a reload. */
  const elapse = () => {
    due?.();
    due = null;
  };
  const dispatch = (event: string) => events.dispatchEvent(new Event(event));
  /** Fails an import. */
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    events.dispatchEvent(event);
    // The bundler would continue with an undefined module.
    expect(event.defaultPrevented).toBe(false);
  };
  /** Fails an import, and returns the number of reloads once the delay is over. */
  const miss = () => {
    fail();
    elapse();
    return page.reloads;
  };
  return { page, fail, elapse, miss, dispatch };
}

test('F32: a page older than the deployment reloads into the new build', () => {
  const { page, fail, elapse } = stage();
  fail();
  fail();
  expect(isReloadPending()).toBe(true);
  expect(page.reloads).toBe(0);
  elapse();
  expect(isReloadPending()).toBe(false);
  expect(page.reloads).toBe(1);
});

test('when the reload did not help, the error is shown instead of a loop', () => {
  const { page, miss, fail } = stage();
  expect(miss()).toBe(1);
  page.now += 5_000;
  fail();
  expect(isReloadPending()).toBe(false);
  expect(miss()).toBe(1);

  page.now += 3_600_000;
  expect(miss()).toBe(2);
});

test('without a network the page stays', () => {
  const { page, miss } = stage();
  page.online = false;
  expect(miss()).toBe(0);
});

test.each(['beforeunload', 'pagehide'])(
  'a part that was cut short around %s does not bring the page back',
  (event) => {
    const after = stage();
    after.dispatch(event);
    expect(after.miss()).toBe(0);

    const before = stage();
    before.fail();
    before.dispatch(event);
    before.elapse();
    expect(before.page.reloads).toBe(0);
    expect(isReloadPending()).toBe(false);
  },
);

test('a page that is shown again, or not left after all, recovers as before', () => {
  const { page, miss, dispatch } = stage();
  dispatch('pagehide');
  dispatch('pageshow');
  expect(miss()).toBe(1);

  dispatch('beforeunload');
  page.now += 3_600_000;
  expect(miss()).toBe(2);
});
