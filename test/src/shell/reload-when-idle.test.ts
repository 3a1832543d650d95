import { expect, test, vi } from 'vitest';
import { reloadWhenIdle } from '#src/shell/behaviour/reload-when-idle.ts';

function createPage(visibilityState: DocumentVisibilityState) {
  const page = Object.assign(new EventTarget(), { visibilityState });
  const storedTexts = new Map<string, string>();
  const state = { now: 1_000_000, idle: true, reloads: 0 };
  const start = () =>
    reloadWhenIdle({
      page,
      memory: {
        getItem: (key) => storedTexts.get(key) ?? null,
        setItem: (key, value) => void storedTexts.set(key, value),
      },
      now: () => state.now,
      isIdle: () => state.idle,
      reload: () => (state.reloads += 1),
    });
  const setVisibility = (visible: DocumentVisibilityState) => {
    page.visibilityState = visible;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { state, start, setVisibility };
}

test('a page that lost its storage in the background reloads when it is visible again', () => {
  const { state, start, setVisibility } = createPage('hidden');
  start();
  expect(state.reloads).toBe(0);
  setVisibility('visible');
  expect(state.reloads).toBe(1);
});

test('a visible page without unsaved work reloads immediately, and not again within a minute', () => {
  const { state, start } = createPage('visible');
  start();
  start();
  expect(state.reloads).toBe(1);
  state.now += 61_000;
  start();
  expect(state.reloads).toBe(2);
});

test('a page with unsaved work reloads when it is shown again without unsaved work', () => {
  const { state, start, setVisibility } = createPage('visible');
  state.idle = false;
  const stop = start();
  setVisibility('hidden');
  setVisibility('visible');
  expect(state.reloads).toBe(0);
  state.idle = true;
  setVisibility('hidden');
  setVisibility('visible');
  expect(state.reloads).toBe(1);
  stop();
  state.now += 61_000;
  setVisibility('visible');
  expect(state.reloads).toBe(1);
});

test('a page that can’t record its reload reloads only on request', () => {
  const reload = vi.fn();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  const memory = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  reloadWhenIdle({ page, memory, now: Date.now, isIdle: () => true, reload });
  expect(reload).not.toHaveBeenCalled();
});
