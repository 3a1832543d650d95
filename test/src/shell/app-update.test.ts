import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UPDATE_CHECK_MS, watchUpdates } from '#src/shell/app-update.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page and a worker whose events the test fires by hand. */
function stage({ wasControlled = true } = {}) {
  const events = new EventTarget();
  const seen = { checks: 0, skips: 0, reloads: 0, visible: true };
  const update = watchUpdates(
    {
      addEventListener: (type, listener) => events.addEventListener(type, listener),
      update: () => {
        seen.checks += 1;
        return Promise.reject(new Error('no network'));
      },
      messageSkipWaiting: () => (seen.skips += 1),
    },
    {
      isVisible: () => seen.visible,
      onVisibilityChange: (listener) => events.addEventListener('visibility', listener),
      wasControlled,
      onControllerChange: (listener) => events.addEventListener('controller', listener),
      reload: () => (seen.reloads += 1),
    },
  );
  const fire = (name: string) => events.dispatchEvent(new Event(name));
  const show = (visible: boolean) => {
    seen.visible = visible;
    fire('visibility');
  };
  return { seen, update, fire, show };
}

test('asks for a newer build every 120 s, and goes on after a failed check', async () => {
  const { seen } = stage();
  await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS - 1);
  expect(seen.checks).toBe(0);
  await vi.advanceTimersByTimeAsync(1 + 2 * UPDATE_CHECK_MS);
  expect(seen.checks).toBe(3);
});

test('rests while the page is hidden and asks at once when it is back', async () => {
  const { seen, show } = stage();
  show(false);
  await vi.advanceTimersByTimeAsync(10 * UPDATE_CHECK_MS);
  expect(seen.checks).toBe(0);
  show(true);
  expect(seen.checks).toBe(1);
  await vi.advanceTimersByTimeAsync(UPDATE_CHECK_MS);
  expect(seen.checks).toBe(2);
});

test('F32: a newer build waits for consent', () => {
  const { seen, update, fire } = stage();
  const told = vi.fn<() => void>();
  const stop = update.updateReady.subscribe(told);
  expect(update.updateReady.current()).toBe(false);

  fire('waiting');
  expect(update.updateReady.current()).toBe(true);
  expect(told).toHaveBeenCalledTimes(1);
  expect(seen).toMatchObject({ skips: 0, reloads: 0 });

  update.applyUpdate();
  expect(seen).toMatchObject({ skips: 1, reloads: 0 });

  stop();
  fire('waiting');
  expect(told).toHaveBeenCalledTimes(1);
});

test('F32: the page reloads once, when the newer worker has taken over', () => {
  const { seen, update, fire } = stage();
  fire('waiting');
  update.applyUpdate();
  fire('controller');
  fire('controller');
  expect(seen.reloads).toBe(1);
});

test('a first worker that waits for a moment is no newer build', () => {
  const { update, fire } = stage({ wasControlled: false });
  fire('waiting');
  expect(update.updateReady.current()).toBe(false);
});

test('the first worker of a first visit takes over without a reload, a later one with it', () => {
  const { seen, fire } = stage({ wasControlled: false });
  fire('controller');
  expect(seen.reloads).toBe(0);
  fire('controller');
  expect(seen.reloads).toBe(1);
});

test('there is nothing to apply before a newer build is ready', () => {
  const { seen, update } = stage();
  update.applyUpdate();
  expect(seen.skips).toBe(0);
});
