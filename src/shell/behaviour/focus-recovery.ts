/**
 * Keeps the focus from falling back to `<body>`, where a screen reader would start at the top again. If the
 * focused element is removed (a button, a deleted row), the nearest heading gets the focus; if a dialog or
 * toast closes, the element focused before it.
 */

/** Dialogs and toasts. */
const overlays = '[role="dialog"], [role="alertdialog"], [data-react-aria-top-layer]';

/** Containers searched for a heading before the whole screen. */
const places = 'main *, [role="dialog"], [role="dialog"] *, [role="alertdialog"] *';

/** Attempts: elements under a closing dialog can't take focus until it releases it. */
const TRIES = 10;
/** Frames to wait, so that other code can set the focus first. */
const FRAMES = 2;

/** The focused element and its ancestors, innermost first; kept after removal. */
let stood: readonly Element[] = [];
/** Last focused element outside dialogs and toasts. */
let below: Element | null = null;
/** True while a heading that isn't rendered yet should get the focus. */
let isWanted = false;

/** Starts watching for lost focus. */
export function startFocusRecovery(page: Document): void {
  let isLooking = false;
  const isNowhere = () => page.activeElement === page.body || page.activeElement === null;
  const isLost = () => isNowhere() && (isWanted || stood[0]?.isConnected === false);
  const letGo = () => {
    stood = [];
    below = null;
    isWanted = false;
  };
  const look = (frames: number, tries: number) => {
    if (frames > 0) {
      requestAnimationFrame(() => look(frames - 1, tries));
      return;
    }
    if (isLost()) focusNext(page);
    if (isLost() && tries > 1) look(FRAMES, tries - 1);
    else isLooking = false;
  };
  new MutationObserver(() => {
    if (isLooking || !isLost()) return;
    isLooking = true;
    look(FRAMES, TRIES);
  }).observe(page.body, { childList: true, subtree: true });
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    stood = around(target);
    if (!target.closest(overlays)) below = target;
    isWanted = false;
  });
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    // A closing dialog may blur its element before it is removed.
    if (relatedTarget !== null || (target instanceof Element && target.closest(overlays))) return;
    // A blur with the element still in the page is deliberate.
    queueMicrotask(() => {
      if (isNowhere() && target === stood[0] && stood[0].isConnected) letGo();
    });
  });
  // The person has moved on: don't pull the focus back.
  for (const act of ['keydown', 'pointerdown'])
    page.addEventListener(act, () => isNowhere() && letGo(), true);
}

function around(element: Element): Element[] {
  const found: Element[] = [];
  for (let one: Element | null = element; one; one = one.parentElement) found.push(one);
  return found;
}

function focusNext(page: Document): void {
  const isOverlayGone =
    stood.some((one) => one.matches(overlays)) && !page.querySelector('[role$="dialog"]');
  if (isOverlayGone && below instanceof HTMLElement && below.isConnected && isSeen(below)) {
    below.focus({ preventScroll: true });
    return;
  }
  const place = stood.find((one) => one.isConnected && one.matches(places) && headingIn(one));
  const heading = place && headingIn(place);
  if (heading) focusOn(heading);
  else focusHeading(page);
}

function headingIn(place: Element): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>('h1,h2,h3,h4')].find(isSeen);
}

const isSeen = (one: HTMLElement) => one.checkVisibility({ visibilityProperty: true });

function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Focuses the last visible `h1` (of a list beside its detail, the detail's). If there is none yet, the next
 * one gets the focus unless the person acts first.
 */
export function focusHeading(page: Pick<Document, 'querySelectorAll' | 'activeElement'>): void {
  // The screen has already focused its own field, or a row of its table.
  if (page.activeElement?.matches('input,textarea,select,[data-came-from] a')) return;
  const heading = [...page.querySelectorAll<HTMLElement>('h1')].findLast(isSeen);
  if (heading) focusOn(heading);
  else isWanted = true;
}
