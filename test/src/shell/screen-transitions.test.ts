import type { AnyRouter } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { enableScreenTransitions } from '#src/shell/behaviour/screen-transitions.ts';

/** A router at a list in a browser with view transitions; counts the transitions. */
function openList() {
  const router = { latestLocation: { pathname: '/projects' } } as AnyRouter;
  const update = vi.fn(() => Promise.resolve());
  enableScreenTransitions(router);
  const goTo = async (pathname: string) => {
    router.latestLocation = { ...router.latestLocation, pathname };
    await router.startViewTransition(update);
  };
  return { goTo, update };
}

let page: EventTarget;
const transitions = vi.fn((change: () => Promise<void>) => {
  const done = change();
  return { ready: done, finished: done, updateCallbackDone: done };
});

beforeEach(() => {
  page = new EventTarget();
  transitions.mockClear();
  vi.stubGlobal('window', page);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('HTMLElement', class {});
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run));
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => null,
    querySelectorAll: () => [],
    startViewTransition: transitions,
  });
});

test('after a swipe back, the app adds no second animation to the browser’s', async () => {
  const { goTo, update } = openList();
  await goTo('/projects/1');
  expect(transitions).toHaveBeenCalledTimes(1);

  page.dispatchEvent(Object.assign(new Event('popstate'), { hasUAVisualTransition: true }));
  await goTo('/projects');
  expect(transitions).toHaveBeenCalledTimes(1);
  expect(update).toHaveBeenCalledTimes(2);

  page.dispatchEvent(Object.assign(new Event('popstate'), { hasUAVisualTransition: false }));
  await goTo('/projects/1');
  expect(transitions).toHaveBeenCalledTimes(2);
});
