import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** Maximum time to wait for a list to load, in ms: after a reload on a slow phone, the database opens first. */
const MAX_WAIT_MS = 8_000;
const userInputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** sessionStorage key of the scroll positions by URL. */
const KEY = 'club.scroll';

/**
 * Restores a list's scroll position after Back, after going up from one of its details, and after a reload. The
 * router's own restoration runs on render, but lists are read from the database after that, and until then the
 * page is too short.
 * @returns a function that stops the restoration
 */
export function startScrollRestoration(router: AnyRouter): () => void {
  const positions = readPositions();
  let isBack = false;
  let stopWaiting: () => void = () => undefined;
  const history: RouterHistory = router.history;
  const unsubscribers = [
    history.subscribe(({ action }) => {
      isBack = action.type !== 'PUSH' && action.type !== 'REPLACE';
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
      if (!fromLocation || !hrefChanged) return;
      stopWaiting();
      positions[fromLocation.href] = mainScrollTop();
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged }) => {
      const position = positions[toLocation.href] ?? 0;
      const isUp = fromLocation?.pathname.startsWith(`${toLocation.pathname}/`);
      if (hrefChanged && position > 0 && (isBack || isUp))
        stopWaiting = scrollWhenLongEnough(position);
    }),
  ];
  const position = positions[router.latestLocation.href] ?? 0;
  if (position > 0 && isReload()) stopWaiting = scrollWhenLongEnough(position);
  const savePositions = () => {
    positions[router.latestLocation.href] = mainScrollTop();
    try {
      sessionStorage.setItem(KEY, JSON.stringify(positions));
    } catch {
      // Saved positions are only needed after a reload, so the app works without them.
    }
  };
  addEventListener('pagehide', savePositions);
  return () => {
    removeEventListener('pagehide', savePositions);
    stopWaiting();
    unsubscribers.forEach((unsubscribe) => unsubscribe());
  };
}

/** Returns an empty object if the stored value can't be read. */
function readPositions(): Record<string, number> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return {};
  }
}

/** True for reloads and history navigation; a page opened by a link starts at the top. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type !== 'navigate';
}

/**
 * Returns the offset of `<main>` in the document, in CSS pixels. Scroll positions are relative to it, because
 * notices above it come and go, even while the page unloads.
 */
function topOfMain(): number {
  return document.querySelector('main')?.offsetTop ?? 0;
}

function mainScrollTop(): number {
  return Math.max(0, window.scrollY - topOfMain());
}

/**
 * Time to hold the position once reached, in ms, because the router scrolls to the top when a screen
 * renders late.
 */
const HOLD_MS = 1_000;

/**
 * Scrolls as soon as the page is long enough, unless the user acts first.
 * @param position as returned by `mainScrollTop`
 */
function scrollWhenLongEnough(position: number): () => void {
  const page = document.documentElement;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  const scroll = () => {
    const top = position + topOfMain();
    if (page.scrollHeight - window.innerHeight < top) {
      clearTimeout(holdTimer);
      holdTimer = undefined;
      return;
    }
    holdTimer ??= setTimeout(stop, HOLD_MS);
    if (window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' });
  };
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(holdTimer);
    removeEventListener('scroll', scroll);
    for (const eventName of userInputEvents) removeEventListener(eventName, stop, true);
  };
  const timer = setTimeout(stop, MAX_WAIT_MS);
  for (const eventName of userInputEvents) addEventListener(eventName, stop, true);
  addEventListener('scroll', scroll);
  observer.observe(document.body);
  return stop;
}
