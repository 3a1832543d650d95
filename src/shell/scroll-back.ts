import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** A list that was not read by then is not waited for: the person has found something to look at, in ms. */
const PATIENCE_MS = 2_000;
const personCommands = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Whoever comes back to a list, by the browser's way or by the way up from one of its entries, finds it
 * where they left it. The router's own restoration scrolls when the screen is drawn; a list is read
 * from the store after that, and until then the page is too short.
 * @returns ends it
 */
export function startScrollBack(router: AnyRouter): () => void {
  const places = new Map<string, number>();
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
      places.set(fromLocation.href, window.scrollY);
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, hrefChanged }) => {
      const place = places.get(toLocation.href) ?? 0;
      const isUp = fromLocation?.pathname.startsWith(`${toLocation.pathname}/`);
      if (hrefChanged && place > 0 && (isWayBack || isUp)) stopWaiting = scrollOnceThereIs(place);
    }),
  ];
  return () => {
    stopWaiting();
    ends.forEach((end) => end());
  };
}

/** Scrolls there as soon as the page is long enough, unless the person does something first. */
function scrollOnceThereIs(top: number): () => void {
  const page = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (page.scrollHeight - window.innerHeight < top) return;
    stop();
    window.scrollTo({ top, behavior: 'instant' });
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const act of personCommands) removeEventListener(act, stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const act of personCommands) addEventListener(act, stop, true);
  observer.observe(document.body);
  return stop;
}
