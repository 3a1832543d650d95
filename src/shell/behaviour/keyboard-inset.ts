/** The keyboard on the screen: what it covers, and what stands above it then. */

/** What is narrower is a bar of the browser's that comes and goes, and no keyboard; in px. */
const LEAST_PX = 100;

/** What is seen of the page, in px, and how far it is zoomed in. */
interface Seen {
  readonly height: number;
  readonly offsetTop: number;
  readonly scale: number;
}

/**
 * How much of the page's foot is under the keyboard. Nothing where the browser makes the page smaller by itself, as
 * `interactive-widget` of index.html asks it to (Safari does not).
 * @param pageHeight of the layout viewport, in px
 * @returns px; 0 while somebody has zoomed in, since then the rest is out of sight for another reason
 */
export function keyboardHeight(pageHeight: number, { height, offsetTop, scale }: Seen): number {
  if (Math.abs(scale - 1) > 0.01) return 0;
  const hidden = Math.round(pageHeight - offsetTop - height);
  return hidden < LEAST_PX ? 0 : hidden;
}

/** Keeps `--keyboard-block` at what the keyboard covers, and the field that is typed in above it. */
export function trackKeyboardInset(page: Window): void {
  const seen = page.visualViewport;
  if (!seen) return;
  const { documentElement: root } = page.document;
  const follow = () => {
    const height = keyboardHeight(root.clientHeight, seen);
    root.style.setProperty('--keyboard-block', `${height}px`);
  };
  seen.addEventListener('scroll', follow);
  seen.addEventListener('resize', () => {
    follow();
    const { activeElement } = page.document;
    if (activeElement?.matches('input, textarea'))
      activeElement.scrollIntoView({ block: 'nearest' });
  });
}
