/** Origin for callers without one; never requested. */
const PLACEHOLDER_ORIGIN = 'https://app.invalid';

/**
 * Resolves a link the way a browser does and returns it as a path of the app. String checks alone would miss
 * tabs (`/\t/host`), dots (`/.//host`) and backslashes (`/\host`), which all resolve to another host.
 * @param link an absolute URL, or a path of the app
 * @returns the path with its query; null if the link leaves the app
 */
export function sameOriginPath(link: string, origin: string = PLACEHOLDER_ORIGIN): string | null {
  if (!URL.canParse(link, origin)) return null;
  const url = new URL(link, origin);
  const leavesApp = url.origin !== origin || url.pathname.startsWith('//');
  return leavesApp ? null : url.pathname + url.search;
}

/** Like `sameOriginPath`, but only accepts a path that starts with a slash. */
export function appPath(path: string): string | null {
  return path.startsWith('/') ? sameOriginPath(path) : null;
}
