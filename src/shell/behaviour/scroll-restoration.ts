import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** How long a list may take to be read, in ms: a reload on a slow phone opens the store first. */
const PATIENCE_MS = 8_000;
const personCommands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How far each screen was scrolled, by its address, over a reload of the page. */
const KEY = 'club.scroll';

/**
 * Brings a list back to where it was scrolled: after Back, after the way up from one of its entries, and after a reload.
 * The router's own restoration scrolls when the screen is drawn; a list is read from the store after that, and until
 * then the page is too short.
 * @returns ends it
 */
export function startScrollRestoration(router: AnyRouter): () => void {
  const places = recall();
  let isWayBack = false;
  let stopWaiting: () => void = () => undefined;
  const history: RouterHistory = router.history;
  const ends = [
    history.subscribe(({ action }) => {
      isWayBack = action.type !== 'PUSH' && action.type !== 'REPLACE';
    }),
    router.subscribe('onBeforeLoad', ({ fromLocation, hrefChanged }) => {
      if (!fromLocation || !hrefChanged) return;
      stopWaiting();
      places[fromLocation.href] = scrolledInMain();
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged }) => {
      const place = places[toLocation.href] ?? 0;
      const isUp = fromLocation?.pathname.startsWith(`${toLocation.pathname}/`);
      if (hrefChanged && place > 0 && (isWayBack || isUp)) stopWaiting = scrollOnceThereIs(place);
    }),
  ];
  const place = places[router.latestLocation.href] ?? 0;
  if (place > 0 && isReload()) stopWaiting = scrollOnceThereIs(place);
  const remember = () => {
    places[router.latestLocation.href] = scrolledInMain();
    try {
      sessionStorage.setItem(KEY, JSON.stringify(places));
    } catch {
      // Only a reload would miss it.
    }
  };
  addEventListener('pagehide', remember);
  return () => {
    removeEventListener('pagehide', remember);
    stopWaiting();
    ends.forEach((end) => end());
  };
}

/** @returns nothing of what is kept where it can't be read */
function recall(): Record<string, number> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
  } catch {
    return {};
  }
}

/** A page that is opened by a link begins at its top. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as PerformanceNavigationTiming | undefined)?.type !== 'navigate';
}

/** The top of the screen in the document, in CSS pixels. Notices above it come and go, also while a page unloads. */
function topOfMain(): number {
  return document.querySelector('main')?.offsetTop ?? 0;
}

function scrolledInMain(): number {
  return Math.max(0, window.scrollY - topOfMain());
}

/** How long a place is kept once it is reached, in ms: the router scrolls to the top when a screen is drawn late. */
const HOLD_MS = 1_000;

/**
 * Scrolls there as soon as the page is long enough, unless the person does something first.
 * @param place as `scrolledInMain` returns it
 */
function scrollOnceThereIs(place: number): () => void {
  const page = document.documentElement;
  let hold: ReturnType<typeof setTimeout> | undefined;
  const scroll = () => {
    const top = place + topOfMain();
    if (page.scrollHeight - window.innerHeight < top) {
      clearTimeout(hold);
      hold = undefined;
      return;
    }
    hold ??= setTimeout(stop, HOLD_MS);
    if (window.scrollY !== top) window.scrollTo({ top, behavior: 'instant' });
  };
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    clearTimeout(hold);
    removeEventListener('scroll', scroll);
    for (const act of personCommands) removeEventListener(act, stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const act of personCommands) addEventListener(act, stop, true);
  addEventListener('scroll', scroll);
  observer.observe(document.body);
  return stop;
}
