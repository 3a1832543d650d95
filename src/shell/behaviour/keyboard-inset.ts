/** Tracks how much of the page the on-screen keyboard covers. */

/** Minimum height of a keyboard, in px. Smaller differences are caused by the browser's toolbars. */
const MIN_PX = 100;

/** The visual viewport: size and offset in px, and zoom factor. */
interface VisibleArea {
  readonly height: number;
  readonly offsetTop: number;
  readonly scale: number;
}

/**
 * Returns how much of the page's height the keyboard covers, in px. This is 0 if the browser itself resizes the page,
 * as `interactive-widget` in index.html requests. Safari doesn't support that.
 * @param pageHeight height of the layout viewport, in px
 * @returns the height; 0 while the page is zoomed in, because parts of it are then hidden for another reason
 */
export function keyboardHeight(
  pageHeight: number,
  { height, offsetTop, scale }: VisibleArea,
): number {
  if (Math.abs(scale - 1) > 0.01) return 0;
  const hiddenPx = Math.round(pageHeight - offsetTop - height);
  return hiddenPx < MIN_PX ? 0 : hiddenPx;
}

/** Sets `--keyboard-block` to the covered height and scrolls the focused field into view. */
export function trackKeyboardInset(page: Window): void {
  const viewport = page.visualViewport;
  if (!viewport) return;
  const { documentElement: root } = page.document;
  const update = () => {
    const height = keyboardHeight(root.clientHeight, viewport);
    root.style.setProperty('--keyboard-block', `${height}px`);
  };
  viewport.addEventListener('scroll', update);
  viewport.addEventListener('resize', () => {
    update();
    const { activeElement } = page.document;
    if (activeElement?.matches('input, textarea'))
      activeElement.scrollIntoView({ block: 'nearest' });
  });
}
