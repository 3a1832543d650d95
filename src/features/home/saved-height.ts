/** How high home's list of what waits stood last on this device, so that its room is kept until it is there. */

const KEY = 'club.home.waiting';
/** Three rows and their heading at the smallest type: what is likely where nobody knows, in px. */
const LIKELY = 300;

// Asked for while something is drawn, the window's own number would have everything laid out first.
let windowWidth = window.innerWidth;
window.addEventListener('resize', () => (windowWidth = window.innerWidth));

/** @returns in px; of another width of the window it says nothing */
export function savedHeight(): number {
  const [width, height] = (localStorage.getItem(KEY) ?? '').split(' ').map(Number);
  return width === windowWidth && height !== undefined ? height : LIKELY;
}

/** @param height in px */
export function saveHeight(height: number): void {
  localStorage.setItem(KEY, `${windowWidth} ${Math.round(height)}`);
}
