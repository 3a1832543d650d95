import type { AnyRouter } from '@tanstack/react-router';
import { nextScreenVisible } from '#src/ui/feedback/block-reveal.ts';

/** As long at most the screen that is left waits for what the next one reads from the device, in ms. */
const PATIENCE_MS = 150;
/** What moves from the row to the head of its screen, and back. */
const NAME = 'picture';
/** The transition that `data-way` of the page speaks of. */
let newest: ViewTransition | null = null;

/**
 * Screens go further in and back out where the browser has view transitions, and the picture of a row grows
 * into that of its screen (`data-detail-picture`). Not at a desk, where list and detail stand beside each
 * other, and not for whoever wants no motion. The router's own option knows no picture and does not wait for
 * what the screen reads.
 */
export function enableScreenTransitions(router: AnyRouter): void {
  let shown = router.latestLocation.pathname;
  let isMoved = false;
  // Before the router hears of it. A swipe back has moved the screens already, and would move them twice.
  window.addEventListener(
    'popstate',
    (event) => {
      isMoved = event.hasUAVisualTransition;
    },
    { capture: true },
  );
  router.startViewTransition = async (update: () => Promise<void>) => {
    const from = shown;
    const to = router.latestLocation.pathname;
    shown = to;
    const way = canMove() && !isMoved ? transitionDirection(from, to) : null;
    isMoved = false;
    if (way === null) return update();
    return show(way, way === 'in' ? to : from, update);
  };
}

function canMove(): boolean {
  return (
    'startViewTransition' in document &&
    matchMedia('(prefers-reduced-motion: no-preference) and (max-width: 56.24rem)').matches
  );
}

/** @param inner the path of the screen that lies further in */
function show(way: TransitionDirection, inner: string, update: () => Promise<void>): Promise<void> {
  const { documentElement: root } = document;
  const sides = [() => pictureOfRow(inner), () => pictureOfScreen()];
  const [before, after] = way === 'in' ? sides : sides.toReversed();
  const named = new Set<HTMLElement>();
  const name = (picture: HTMLElement | null | undefined) => {
    if (!picture) return;
    picture.style.viewTransitionName = NAME;
    named.add(picture);
  };
  const forget = () => {
    for (const picture of named) picture.style.viewTransitionName = '';
    named.clear();
  };
  root.dataset['way'] = way;
  name(before?.());
  const transition = document.startViewTransition(async () => {
    const seen = nextScreenVisible(PATIENCE_MS);
    await update();
    await seen;
    forget();
    name(after?.());
  });
  newest = transition;
  // A next one, or a hidden page, cuts it short: the screen is there all the same.
  transition.ready.catch(() => undefined);
  void transition.finished
    .catch(() => undefined)
    .finally(() => {
      forget();
      // One that was cut short by the next has no say in how that one looks.
      if (newest === transition) delete root.dataset['way'];
    });
  return transition.updateCallbackDone;
}

/** The picture that a row leading there begins with. */
function pictureOfRow(path: string): HTMLElement | null {
  const href = CSS.escape(path);
  // A list's view goes with its links, behind a question mark.
  const row = document.querySelector(
    `main a:is([href="${href}"], [href^="${href}?"]) > :first-child:has(img)`,
  );
  return row instanceof HTMLElement ? row : null;
}

function pictureOfScreen(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-detail-picture]');
}

/** How the way from one screen to another looks: further in, or back out. */
export type TransitionDirection = 'in' | 'out';

/** The places of the bar: between them nothing moves. */
const tabs = ['/', '/projects', '/notifications', '/menu'];

/**
 * Where a way leads, by the addresses' paths.
 * @returns null where it shows at once: from tab to tab, to and from the camera, which shall not wait, and
 *   between places of which none is within the other
 */
export function transitionDirection(from: string, to: string): TransitionDirection | null {
  if ([from, to].some((path) => /^\/scan(?:\/|$)/.test(path))) return null;
  const [before, after] = [depthOf(from), depthOf(to)];
  if (before === after) return null;
  return after > before ? 'in' : 'out';
}

/** Tabs stand above everything else, whatever their address. */
function depthOf(path: string): number {
  return tabs.includes(path) ? 0 : path.split('/').filter(Boolean).length;
}
