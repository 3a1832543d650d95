/** Remembers the height of the to-do list on this device, so that the next start can reserve its space. */

const KEY = 'club.home.waiting';
/** Default: three rows and a heading at the smallest font size, in px. */
const DEFAULT_HEIGHT = 300;

// Cached, because reading window.innerWidth during render would force a layout.
let windowWidth = window.innerWidth;
window.addEventListener('resize', () => (windowWidth = window.innerWidth));

/** @returns the height in px; a default if none was saved at the current window width */
export function savedHeight(): number {
  const [width, height] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number);
  return width === windowWidth && height !== undefined ? height : DEFAULT_HEIGHT;
}

/** @param height in px */
export function saveHeight(height: number): void {
  localStorage.setItem(KEY, `${windowWidth} ${Math.round(height)}`);
}
