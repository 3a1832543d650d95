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
