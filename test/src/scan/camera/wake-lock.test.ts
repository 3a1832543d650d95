import { describe, expect, test } from 'vitest';
import { keepScreenOn } from '#src/features/scan/camera/wake-lock.ts';

/** A page with controllable visibility and wake locks. */
function staged(refuses = false) {
  let listener: () => void = () => undefined;
  const locks = new Set<object>();
  const page = {
    get lit() {
      return locks.size;
    },
    isVisible: true,
    turn(isVisible: boolean) {
      page.isVisible = isVisible;
      // Browsers release the lock when the page is hidden.
      if (!isVisible) locks.clear();
      listener();
    },
    ports: {
      request: () => {
        if (refuses) return Promise.reject(new Error('low battery'));
        const lock = {
          release: () => {
            locks.delete(lock);
            return Promise.resolve();
          },
        };
        locks.add(lock);
        return Promise.resolve(lock);
      },
      isVisible: () => page.isVisible,
      watch: (next: () => void) => {
        listener = next;
        return () => (listener = () => undefined);
      },
    },
  };
  return page;
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the screen while scanning', () => {
  test('stays on, also after the page was hidden, until the end', async () => {
    const page = staged();
    const stop = keepScreenOn(page.ports);
    await settled();
    expect(page.lit).toBe(1);
    page.turn(false);
    expect(page.lit).toBe(0);
    page.turn(true);
    await settled();
    expect(page.lit).toBe(1);
    stop();
    await settled();
    expect(page.lit).toBe(0);
  });

  test('isn’t kept on by a request granted after the end', async () => {
    const page = staged();
    keepScreenOn(page.ports)();
    await settled();
    expect(page.lit).toBe(0);
  });

  test('isn’t affected if the browser rejects or lacks the request', async () => {
    const page = staged(true);
    keepScreenOn(page.ports)();
    keepScreenOn({ ...page.ports, request: null })();
    await settled();
    expect(page.lit).toBe(0);
  });
});
