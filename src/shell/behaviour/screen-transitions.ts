import type { AnyRouter } from '@tanstack/react-router';
import { nextScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** Maximum time that the old screen waits for the next one to read its data, in ms. */
const MAX_WAIT_MS = 150;
/** `view-transition-name` of the image that moves between row and detail. */
const NAME = 'picture';
/** The transition that set the page's `data-way`. */
let latestTransition: ViewTransition | null = null;

/**
 * Animates navigation into and out of details with view transitions, and morphs a row's image into the image of the
 * detail screen (`data-detail-picture`). Doesn't animate on a desktop, where list and detail are visible side by side,
 * or with reduced motion. The router's own option supports neither images nor waiting for data.
 */
export function enableScreenTransitions(router: AnyRouter): void {
  let currentPath = router.latestLocation.pathname;
  let isAlreadyAnimated = false;
  // Handled before the router starts its transition: the browser has already animated a swipe back, which mustn't be
  // animated again.
  window.addEventListener(
    'popstate',
    (event) => {
      isAlreadyAnimated = event.hasUAVisualTransition;
    },
    { capture: true },
  );
  router.startViewTransition = async (update: () => Promise<void>) => {
    const from = currentPath;
    const to = router.latestLocation.pathname;
    currentPath = to;
    const direction = canAnimate() && !isAlreadyAnimated ? transitionDirection(from, to) : null;
    isAlreadyAnimated = false;
    if (direction === null) return update();
    return runTransition(direction, direction === 'in' ? to : from, update);
  };
}

function canAnimate(): boolean {
  return (
    'startViewTransition' in document &&
    matchMedia('(prefers-reduced-motion: no-preference) and (max-width: 56.24rem)').matches
  );
}

/** @param inner path of the deeper screen */
function runTransition(
  direction: TransitionDirection,
  inner: string,
  update: () => Promise<void>,
): Promise<void> {
  const { documentElement: root } = document;
  const sides = [() => pictureOfRow(inner), () => pictureOfScreen()];
  const [pictureBefore, pictureAfter] = direction === 'in' ? sides : sides.toReversed();
  const namedElements = new Set<HTMLElement>();
  const nameForTransition = (picture: HTMLElement | null | undefined) => {
    if (!picture) return;
    picture.style.viewTransitionName = NAME;
    namedElements.add(picture);
  };
  const clearNames = () => {
    for (const picture of namedElements) picture.style.viewTransitionName = '';
    namedElements.clear();
  };
  root.dataset['way'] = direction;
  nameForTransition(pictureBefore?.());
  const transition = document.startViewTransition(async () => {
    const nextVisible = nextScreenVisible(MAX_WAIT_MS);
    await update();
    await nextVisible;
    clearNames();
    nameForTransition(pictureAfter?.());
  });
  latestTransition = transition;
  // Rejects if the transition is skipped, because the next one has started or the page is hidden. The screen appears
  // anyway.
  transition.ready.catch(() => undefined);
  void transition.finished
    .catch(() => undefined)
    .finally(() => {
      clearNames();
      // Keep the attribute if a newer transition has set it.
      if (latestTransition === transition) delete root.dataset['way'];
    });
  return transition.updateCallbackDone;
}

/** The image at the start of the row that links to `path`. */
function pictureOfRow(path: string): HTMLElement | null {
  const href = CSS.escape(path);
  // The links of a list may also contain its view, as search parameters.
  const row = document.querySelector(
    `main a:is([href="${href}"], [href^="${href}?"]) > :first-child:has(img)`,
  );
  return row instanceof HTMLElement ? row : null;
}

function pictureOfScreen(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-detail-picture]');
}

/** Into a detail, or back out. */
type TransitionDirection = 'in' | 'out';

/** Navigation bar targets, which have no transition between them. */
const tabs = ['/', '/projects', '/notifications', '/menu'];

/**
 * Direction between two paths.
 * @returns null for no transition: between tabs, to and from the camera (which should start immediately), and
 * between screens of the same depth
 */
export function transitionDirection(from: string, to: string): TransitionDirection | null {
  if ([from, to].some((path) => /^\/scan(?:\/|$)/.test(path))) return null;
  const [depthBefore, depthAfter] = [depthOf(from), depthOf(to)];
  if (depthBefore === depthAfter) return null;
  return depthAfter > depthBefore ? 'in' : 'out';
}

/** Tabs are the top level regardless of their path. */
function depthOf(path: string): number {
  return tabs.includes(path) ? 0 : path.split('/').filter(Boolean).length;
}
