import { expect, test, vi } from 'vitest';
import { runWhenFocused } from '#console/data/run-when-focused.ts';

/** Stubs the window and its page, whose state a test can change. @returns the page and the window */
function stubWindow(state: { visibilityState: 'visible' | 'hidden'; isFocused: boolean }) {
  const page = Object.assign(new EventTarget(), state, {
    hasFocus: () => page.isFocused,
  });
  const window = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  return { page, window };
}

test('in the window that the operator uses, it runs at once and only once', () => {
  const { page, window } = stubWindow({ visibilityState: 'visible', isFocused: true });
  const run = vi.fn<() => void>();
  runWhenFocused(run);
  expect(run).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('focus'));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('in a window without the focus, it waits until the focus returns', () => {
  const { page, window } = stubWindow({ visibilityState: 'visible', isFocused: false });
  const run = vi.fn<() => void>();
  runWhenFocused(run);
  expect(run).not.toHaveBeenCalled();
  page.isFocused = true;
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('focus'));
  expect(run).toHaveBeenCalledTimes(1);
});

test('in a hidden tab, it waits until the tab is visible and has the focus', () => {
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
