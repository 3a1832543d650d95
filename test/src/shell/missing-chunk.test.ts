import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import { loadPart, recoverFromMissingChunks } from '#src/shell/missing-chunk.ts';

function createPage() {
  const events = new EventTarget();
  const storedTexts = new Map<string, string>();
  const page = { now: 1_000_000, online: true, reloads: 0 };
  const due: (() => void)[] = [];
  recoverFromMissingChunks({
    events,
    memory: {
      getItem: (key) => storedTexts.get(key) ?? null,
      setItem: (key, value) => void storedTexts.set(key, value),
    },
    now: () => page.now,
    canReload: () => Promise.resolve(page.online),
    reload: () => (page.reloads += 1),
    delay: (run) => void due.push(run),
  });
  /** Ends the delay before a reload, or the delay after a reload if the page still exists. */
  const advance = async () => {
    for (const run of due.splice(0)) run();
    await new Promise(setImmediate);
  };
  const dispatch = (event: string) => events.dispatchEvent(new Event(event));
  /** Fails an import. */
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true });
    events.dispatchEvent(event);
    // The bundler would continue with an undefined module.
    expect(event.defaultPrevented).toBe(false);
  };
  /** Fails an import, and returns the number of reloads after the page has remained open. */
  const miss = async () => {
    fail();
    await advance();
    await advance();
    return page.reloads;
  };
  return { page, fail, elapse: advance, miss, dispatch };
}

test('F32: a page older than the deployment reloads into the new build', async () => {
  const { page, fail, elapse: advance } = createPage();
  fail();
  fail();
  expect(page.reloads).toBe(0);
  await advance();
  expect(page.reloads).toBe(1);
  await advance();
});

test('if the reload didn’t help, the error is shown instead of a loop', async () => {
  const { page, miss } = createPage();
  expect(await miss()).toBe(1);
  page.now += 5_000;
  expect(await miss()).toBe(1);

  page.now += HOUR_MS;
  expect(await miss()).toBe(2);
});

test('the page isn’t reloaded while the server doesn’t respond', async () => {
  const { page, miss } = createPage();
  page.online = false;
  expect(await miss()).toBe(0);
});

test.each(['beforeunload', 'pagehide'])(
  'a chunk whose loading was aborted around %s doesn’t reload the page',
  async (event) => {
    const after = createPage();
    after.dispatch(event);
    expect(await after.miss()).toBe(0);

    const before = createPage();
    before.fail();
    before.dispatch(event);
    await before.elapse();
    await before.elapse();
    expect(before.page.reloads).toBe(0);
  },
);

test('a page that is shown again, or wasn’t left, recovers as before', async () => {
  const { page, miss, dispatch } = createPage();
  dispatch('pagehide');
  dispatch('pageshow');
  expect(await miss()).toBe(1);

  dispatch('beforeunload');
  page.now += HOUR_MS;
  expect(await miss()).toBe(2);
});

describe('a chunk that couldn’t be loaded', () => {
  const failure = new Error('gone');
  /** Fails the first imports like the bundler, and then returns the part. */
  const importing = (fail: () => void, failures: number) => {
    let remaining = failures;
    return async () => {
      remaining -= 1;
      if (remaining < 0) return 'part';
      fail();
      throw failure;
    };
  };
  /** The imported module; undefined while it loads, when the screen shows a skeleton. */
  const loadState = (part: Promise<string>) => {
    const state: { now?: string } = {};
    part.then(
      (loaded) => (state.now = loaded),
      () => (state.now = 'error page'),
    );
    return async () => {
      await new Promise(setImmediate);
      return state.now;
    };
  };

  test('is loaded again if the person leaves, which cancels the reload, but then stays', async () => {
    const { page, fail, elapse: advance, dispatch } = createPage();
    const state = loadState(loadPart(importing(fail, 1)));
    expect(await state()).toBeUndefined();
    dispatch('beforeunload');
    await advance();
    expect(await state()).toBeUndefined();
    page.now += 30_000;
    await advance();
    expect(await state()).toBe('part');
    expect(page.reloads).toBe(0);
  });

  test('asks for a reload again if the retry fails, too', async () => {
    const { page, fail, elapse: advance, dispatch } = createPage();
    const state = loadState(loadPart(importing(fail, 2)));
    await state();
    dispatch('beforeunload');
    await advance();
    page.now += 30_000;
    await advance();
    await state();
    await advance();
    expect(page.reloads).toBe(1);
    await advance();
    expect(await state()).toBe('error page');
  });

  test('shows the error page if the page still exists after the reload', async () => {
    const { fail, elapse: advance } = createPage();
    const state = loadState(loadPart(importing(fail, 1)));
    expect(await state()).toBeUndefined();
    await advance();
    expect(await state()).toBeUndefined();
    await advance();
    expect(await state()).toBe('error page');
  });

  test('shows the error page if a reload can’t help', async () => {
    const { page, fail, elapse: advance } = createPage();
    page.online = false;
    const failed = loadPart(importing(fail, 1)).catch((error: unknown) => error);
    await new Promise(setImmediate);
    await advance();
    await advance();
    expect(await failed).toMatchObject({ cause: failure });
  });
});
