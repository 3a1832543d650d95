import { expect, test, vi } from 'vitest';
import { runWhenFocused } from '#console/data/run-when-focused.ts';

/** Stubs the page and its window. A test can change the page's state. */
function stubWindow(state: { visibilityState: 'visible' | 'hidden'; isFocused: boolean }) {
  const page = Object.assign(new EventTarget(), state, {
    hasFocus: () => page.isFocused,
  });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  return { page, window };
}

test('in a visible window with the focus, the callback runs immediately and only once', () => {
  const { page, window } = stubWindow({ visibilityState: 'visible', isFocused: true });
  const run = vi.fn<() => void>();
  runWhenFocused(run);
  expect(run).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('focus'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('in a window without the focus, the callback waits until the focus returns', () => {
  const { page, window } = stubWindow({ visibilityState: 'visible', isFocused: false });
  const run = vi.fn<() => void>();
  runWhenFocused(run);
  expect(run).not.toHaveBeenCalled();
  page.isFocused = true;
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('focus'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('in a hidden tab, the callback waits until the tab is visible and has the focus', () => {
  const { page, window } = stubWindow({ visibilityState: 'hidden', isFocused: false });
  const run = vi.fn<() => void>();
  runWhenFocused(run);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).not.toHaveBeenCalled();
  page.isFocused = true;
  window.dispatchEvent(new Event('focus'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('a cancelled callback never runs', () => {
  const { page, window } = stubWindow({ visibilityState: 'hidden', isFocused: true });
  const run = vi.fn<() => void>();
  const cancel = runWhenFocused(run);
  cancel();
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
  expect(run).not.toHaveBeenCalled();
});
