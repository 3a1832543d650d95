/** Paths that the server answers itself; the app has no screen there. */
const serverPaths = ['/api', '/files', '/c', '/dev', '/health', '/metrics'];

/**
 * Whether opening this path shows a screen of the app, so that the service worker may answer with
 * the app's page. Not so for the server's own paths, nor for files (a last part with a dot).
 */
export function isAppNavigation(pathname: string): boolean {
  if (serverPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`)))
    return false;
  return !pathname.slice(pathname.lastIndexOf('/')).includes('.');
}
