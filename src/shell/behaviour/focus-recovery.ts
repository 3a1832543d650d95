/**
 * The focus never falls to the page's own ground, from where a reader begins at the top again. Where what had it goes (a
 * button with what it did, a row that was deleted), it stands on the nearest heading; where a dialog or a message goes, on
 * what it was on before.
 */

/** What lies over the screen for a while. */
const overlays = '[role="dialog"], [role="alertdialog"], [data-react-aria-top-layer]';

/** What a heading is looked for in, before the whole screen. */
const places = 'main *, [role="dialog"], [role="dialog"] *, [role="alertdialog"] *';

/** As often it is tried: what lies under a dialog takes no focus before that has let go of it. */
const TRIES = 10;
/** Until whoever knows better where the focus belongs has put it there: in frames. */
const FRAMES = 2;

/** What has the focus and what that stands in, innermost first; stays where that was taken away. */
let stood: readonly Element[] = [];
/** What had the focus last below dialogs and messages. */
let below: Element | null = null;
/** Something is to get the focus as soon as it is there. */
let isWanted = false;

/** Holds the focus from now on. */
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
    // A dialog that closes may let go of it before it goes itself.
    if (relatedTarget !== null || (target instanceof Element && target.closest(overlays))) return;
    // Let go, and not lost, where what had it is still there.
    queueMicrotask(() => {
      if (isNowhere() && target === stood[0] && stood[0].isConnected) letGo();
    });
  });
  // Whoever goes on by themselves is not brought back.
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
 * Focuses the last `h1` that is seen: of a list beside its detail, the detail's. Where there is none yet, the one that comes
 * gets the focus, unless the person does something before.
 */
export function focusHeading(page: Pick<Document, 'querySelectorAll' | 'activeElement'>): void {
  // A screen that put the focus into its own field, or back to a row of its table, knows better.
  if (page.activeElement?.matches('input,textarea,select,[data-came-from] a')) return;
  const heading = [...page.querySelectorAll<HTMLElement>('h1')].findLast(isSeen);
  if (heading) focusOn(heading);
  else isWanted = true;
}
