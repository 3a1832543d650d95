/**
 * Keeps the focus from falling back to `<body>`, where a screen reader would start at the top again. If the
 * focused element is removed (a button, a deleted row), the nearest heading gets the focus. If a dialog or
 * toast closes, the focus returns to the element that had it before.
 */

/** Dialogs and toasts. */
const overlays = '[role$="dialog"], [data-react-aria-top-layer]';

/** Containers to search for a heading before the whole screen. */
const headingContainers = 'main *, [role="dialog"], [role$="dialog"] *';

/** Maximum number of attempts to focus, because a closing dialog keeps the focus for a while. */
const MAX_ATTEMPTS = 10;
/** Frames to wait, so that other code can set the focus first. */
const WAIT_FRAMES = 2;

/** The focused element and its ancestors, innermost first; kept after removal. */
let focusPath: readonly Element[] = [];
/** Last focused element outside dialogs and toasts. */
let lastFocusOutside: Element | null = null;
/** True while the next heading to be rendered should get the focus. */
let isHeadingFocusPending = false;

/** Starts watching for lost focus. */
export function startFocusRecovery(page: Document): void {
  let isChecking = false;
  const isFocusLost = () => page.activeElement === page.body || page.activeElement === null;
  const needsRecovery = () =>
    isFocusLost() && (isHeadingFocusPending || focusPath[0]?.isConnected === false);
  const reset = () => {
    focusPath = [];
    lastFocusOutside = null;
    isHeadingFocusPending = false;
  };
  const check = (frames: number, tries: number) => {
    if (frames > 0) {
      requestAnimationFrame(() => check(frames - 1, tries));
      return;
    }
    if (needsRecovery()) recoverFocus(page);
    if (needsRecovery() && tries > 1) check(WAIT_FRAMES, tries - 1);
    else isChecking = false;
  };
  new MutationObserver(() => {
    if (isChecking || !needsRecovery()) return;
    isChecking = true;
    check(WAIT_FRAMES, MAX_ATTEMPTS);
  }).observe(page.body, { childList: true, subtree: true });
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    focusPath = withAncestors(target);
    if (!target.closest(overlays)) lastFocusOutside = target;
    isHeadingFocusPending = false;
  });
  page.addEventListener('focusout', ({ target, relatedTarget }) => {
    // A closing dialog may blur its element before removing it.
    if (relatedTarget !== null || (target instanceof Element && target.closest(overlays))) return;
    // A blur with the element still in the page is deliberate.
    queueMicrotask(() => {
      if (isFocusLost() && target === focusPath[0] && focusPath[0].isConnected) reset();
    });
  });
  // The user has moved on, so don't pull the focus back.
  for (const eventName of ['keydown', 'pointerdown'])
    page.addEventListener(eventName, () => isFocusLost() && reset(), true);
}

function withAncestors(element: Element): Element[] {
  const path: Element[] = [];
  for (let current: Element | null = element; current; current = current.parentElement)
    path.push(current);
  return path;
}

function recoverFocus(page: Document): void {
  const isOverlayRemoved =
    focusPath.some((element) => element.matches(overlays)) &&
    !page.querySelector('[role$="dialog"]');
  if (
    isOverlayRemoved &&
    lastFocusOutside instanceof HTMLElement &&
    lastFocusOutside.isConnected &&
    isVisible(lastFocusOutside)
  ) {
    lastFocusOutside.focus({ preventScroll: true });
    return;
  }
  const container = focusPath.find(
    (element) => element.isConnected && element.matches(headingContainers) && headingIn(element),
  );
  const heading = container && headingIn(container);
  if (heading) focusOn(heading);
  else focusHeading(page);
}

function headingIn(container: Element): HTMLElement | undefined {
  return [...container.querySelectorAll<HTMLElement>('h1,h2,h3,h4')].find(isVisible);
}

const isVisible = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });

function focusOn(heading: HTMLElement): void {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Focuses the last visible `h1`. If a list is shown next to its detail, that's the heading of the detail. If there is
 * no `h1` yet, the next one gets the focus, unless the user acts first.
 */
export function focusHeading(page: Pick<Document, 'querySelectorAll' | 'activeElement'>): void {
  // The screen has already focused one of its fields, or a row of its table.
  if (page.activeElement?.matches('input,textarea,select,[data-came-from] a')) return;
  const heading = [...page.querySelectorAll<HTMLElement>('h1')].findLast(isVisible);
  if (heading) focusOn(heading);
  else isHeadingFocusPending = true;
}
