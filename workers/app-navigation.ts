/** Paths that belong to the server; the app has no screens there. */
const serverPaths = ['/api', '/files', '/c', '/dev', '/health', '/metrics'];

/**
 * True if the path is a screen of the app, so that the service worker can respond with the app's page. False
 * for the server's paths and for files (last segment with a dot).
 */
export function isAppNavigation(pathname: string): boolean {
  if (serverPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`)))
    return false;
  return !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}
