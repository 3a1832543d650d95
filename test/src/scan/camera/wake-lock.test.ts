import { describe, expect, test } from 'vitest';
import { keepScreenOn } from '#src/features/scan/camera/wake-lock.ts';

/** A page with controllable visibility and wake locks. */
function fakeScreen(isRejecting = false) {
  let listener: () => void = () => undefined;
  const locks = new Set<object>();
  const page = {
    get isLocked() {
      return locks.size;
    },
    isVisible: true,
    setVisible(isVisible: boolean) {
      page.isVisible = isVisible;
      // Browsers release the lock when the page is hidden.
      if (!isVisible) locks.clear();
      listener();
    },
    ports: {
      request: () => {
        if (isRejecting) return Promise.reject(new Error('low battery'));
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
const flush = () => new Promise((resolve) => setImmediate(resolve));

describe('the screen while scanning', () => {
  test('stays on until the end, even after the page was hidden', async () => {
    const page = fakeScreen();
    const stop = keepScreenOn(page.ports);
    await flush();
    expect(page.isLocked).toBe(1);
    page.setVisible(false);
    expect(page.isLocked).toBe(0);
    page.setVisible(true);
    await flush();
    expect(page.isLocked).toBe(1);
    stop();
    await flush();
    expect(page.isLocked).toBe(0);
  });

  test('isn’t kept on by a request granted after the end', async () => {
    const page = fakeScreen();
    keepScreenOn(page.ports)();
    await flush();
    expect(page.isLocked).toBe(0);
  });

  test('isn’t affected if the browser rejects wake locks or doesn’t support them', async () => {
    const page = fakeScreen(true);
    keepScreenOn(page.ports)();
    keepScreenOn({ ...page.ports, request: null })();
    await flush();
    expect(page.isLocked).toBe(0);
  });
});
