import { describe, expect, test } from 'vitest';
import { loadPart, recoverFromMissingChunks } from '#src/shell/missing-chunk.ts';

function stage() {
  const events = new EventTarget();
  const stored = new Map<string, string>();
  const page = { now: 1_000_000, online: true, reloads: 0 };
  const due: (() => void)[] = [];
  recoverFromMissingChunks({
    events,
    memory: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    now: () => page.now,
    canReload: () => page.online,
    reload: () => (page.reloads += 1),
    delay: (run) => void due.push(run),
  });
  /** Ends the delay before a reload, or after it if the page is still here. */
  const elapse = () => {
    for (const run of due.splice(0)) run();
  };
  const dispatch = (event: string) => events.dispatchEvent(new Event(event));
  /** Fails an import. */
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    events.dispatchEvent(event);
    // The bundler would continue with an undefined module.
    expect(event.defaultPrevented).toBe(false);
  };
  /** Fails an import, and returns the number of reloads once the page has stayed. */
  const miss = () => {
    fail();
    elapse();
    elapse();
    return page.reloads;
  };
  return { page, fail, elapse, miss, dispatch };
}

test('F32: a page older than the deployment reloads into the new build', () => {
  const { page, fail, elapse } = stage();
  fail();
  fail();
  expect(page.reloads).toBe(0);
  elapse();
  expect(page.reloads).toBe(1);
  elapse();
});

test('if the reload didn’t help, the error is shown instead of a loop', () => {
  const { page, miss } = stage();
  expect(miss()).toBe(1);
  page.now += 5_000;
  expect(miss()).toBe(1);

  page.now += 3_600_000;
  expect(miss()).toBe(2);
});

test('offline the page stays', () => {
  const { page, miss } = stage();
  page.online = false;
  expect(miss()).toBe(0);
});

test.each(['beforeunload', 'pagehide'])(
  'a chunk whose loading was aborted around %s doesn’t reload the page',
  (event) => {
    const after = stage();
    after.dispatch(event);
    expect(after.miss()).toBe(0);

    const before = stage();
    before.fail();
    before.dispatch(event);
    before.elapse();
    before.elapse();
    expect(before.page.reloads).toBe(0);
  },
);

test('a page that is shown again, or wasn’t left after all, recovers as before', () => {
  const { page, miss, dispatch } = stage();
  dispatch('pagehide');
  dispatch('pageshow');
  expect(miss()).toBe(1);

  dispatch('beforeunload');
  page.now += 3_600_000;
  expect(miss()).toBe(2);
});

describe('a chunk that couldn’t be loaded', () => {
  const failure = new Error('gone');
  /** Fails the first imports like the bundler, and then returns the part. */
  const importing = (fail: () => void, failures: number) => {
    let left = failures;
    return async () => {
      left -= 1;
      if (left < 0) return 'part';
      fail();
      throw failure;
    };
  };
  /** What a screen shows of an import: a skeleton while it is undefined. */
  const shownOf = (part: Promise<string>) => {
    const shown: { now?: string } = {};
    part.then(
      (loaded) => (shown.now = loaded),
      () => (shown.now = 'error page'),
    );
    return async () => {
      await new Promise(setImmediate);
      return shown.now;
    };
  };

  test('is retried when the person leaves, which cancels the reload, and then stays', async () => {
    const { page, fail, elapse, dispatch } = stage();
    const shown = shownOf(loadPart(importing(fail, 1)));
    expect(await shown()).toBeUndefined();
    dispatch('beforeunload');
    elapse();
    expect(await shown()).toBeUndefined();
    page.now += 30_000;
    elapse();
    expect(await shown()).toBe('part');
    expect(page.reloads).toBe(0);
  });

  test('asks for a reload again if the retry fails too', async () => {
    const { page, fail, elapse, dispatch } = stage();
    const shown = shownOf(loadPart(importing(fail, 2)));
    await shown();
    dispatch('beforeunload');
    elapse();
    page.now += 30_000;
    elapse();
    await shown();
    elapse();
    expect(page.reloads).toBe(1);
    elapse();
    expect(await shown()).toBe('error page');
  });

  test('shows the error page if the page is still here after the reload', async () => {
    const { fail, elapse } = stage();
    const shown = shownOf(loadPart(importing(fail, 1)));
    expect(await shown()).toBeUndefined();
    elapse();
    expect(await shown()).toBeUndefined();
    elapse();
    expect(await shown()).toBe('error page');
  });

  test('shows the error page at once where no reload helps', async () => {
    const { page, fail } = stage();
    page.online = false;
    await expect(loadPart(importing(fail, 1))).rejects.toMatchObject({ cause: failure });
  });
});
