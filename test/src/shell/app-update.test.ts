import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UPDATE_CHECK_MS, watchUpdates } from '#src/shell/app-update.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page and a worker whose events the test fires by hand. */
function createPage({ wasControlled = true } = {}) {
  const events = new EventTarget();
  const calls = { checks: 0, skips: 0, reloads: 0, visible: true };
  const update = watchUpdates(
    {
      addEventListener: (type, listener) => events.addEventListener(type, listener),
      update: () => {
        calls.checks += 1;
        return Promise.reject(new Error('no network'));
      },
      messageSkipWaiting: () => (calls.skips += 1),
    },
    {
      isVisible: () => calls.visible,
      onVisibilityChange: (listener) => events.addEventListener('visibility', listener),
      wasControlled,
      onControllerChange: (listener) => events.addEventListener('controller', listener),
      reload: () => (calls.reloads += 1),
    },
  );
  const fire = (name: string) => events.dispatchEvent(new Event(name));
  const setVisible = (visible: boolean) => {
    calls.visible = visible;
    fire('visibility');
  };
  return { calls, update, fire, setVisible };
}

test('checks for a newer build every 120 s, and continues after a failed check', async () => {
  const { calls } = createPage();
  await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS - 1);
  expect(calls.checks).toBe(0);
  await vi.advanceTimersByTimeAsync(1 + 2 * UPDATE_CHECK_MS);
  expect(calls.checks).toBe(3);
});

test('pauses while the page is hidden and checks immediately when it is visible again', async () => {
  const { calls, setVisible } = createPage();
  setVisible(false);
  await vi.advanceTimersByTimeAsync(10 * UPDATE_CHECK_MS);
  expect(calls.checks).toBe(0);
  setVisible(true);
  expect(calls.checks).toBe(1);
  await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS);
  expect(calls.checks).toBe(2);
});

test('F32: a newer build waits for consent', () => {
  const { calls, update, fire } = createPage();
  const notified = vi.fn<() => void>();
  const stop = update.updateReady.subscribe(notified);
  expect(update.updateReady.current()).toBe(false);

  fire('waiting');
  expect(update.updateReady.current()).toBe(true);
  expect(notified).toHaveBeenCalledTimes(1);
  expect(calls).toMatchObject({ skips: 0, reloads: 0 });

  update.applyUpdate();
  expect(calls).toMatchObject({ skips: 1, reloads: 0 });

  stop();
  fire('waiting');
  expect(notified).toHaveBeenCalledTimes(1);
});

test('F32: the page reloads once, when the newer worker has taken over', () => {
  const { calls, update, fire } = createPage();
  fire('waiting');
  update.applyUpdate();
  fire('controller');
  fire('controller');
  expect(calls.reloads).toBe(1);
});

test('a first worker that waits for a short time doesn’t count as a newer build', () => {
  const { update, fire } = createPage({ wasControlled: false });
  fire('waiting');
  expect(update.updateReady.current()).toBe(false);
});

test('the first worker of a first visit takes over without a reload, and a later worker with a reload', () => {
  const { calls, fire } = createPage({ wasControlled: false });
  fire('controller');
  expect(calls.reloads).toBe(0);
  fire('controller');
  expect(calls.reloads).toBe(1);
});

test('applying an update has no effect until a newer build is ready', () => {
  const { calls, update } = createPage();
  update.applyUpdate();
  expect(calls.skips).toBe(0);
});
