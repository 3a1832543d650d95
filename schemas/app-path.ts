/** Stands for the app's own origin where that makes no difference. */
const HERE = 'https://app.invalid';

/**
 * Where a link leads, read as a browser reads it: a look at its text alone misses tabs (`/\t/host`), dots
 * (`/.//host`) and backslashes (`/\host`), which all end at another host.
 * @param link an address, or a path of the app
 * @returns the path with its search, which leads nowhere else when it is followed; null where it leaves the app
 */
export function sameOriginPath(link: string, origin: string = HERE): string | null {
  if (!URL.canParse(link, origin)) return null;
  const url = new URL(link, origin);
  const leaves = url.origin !== origin || url.pathname.startsWith('//');
  return leaves ? null : url.pathname + url.search;
}

/** The same for what has to be a path already: it begins with a slash. */
export function appPath(path: string): string | null {
  return path.startsWith('/') ? sameOriginPath(path) : null;
}
