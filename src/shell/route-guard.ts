import type { SessionState } from '#sync/http/session.ts';
import { hrefOf, pathOf, paths, safeReturnPath, type ScreenPath } from '#src/app/paths.ts';
import type { RouteEntry } from './route-entry.ts';

/**
 * Returns the path to redirect to, or null to stay (spec 1 §2): signed-in users skip the login; everything
 * except maintenance and email recovery needs a session. `/close` is public: see `publicPath`.
 * @param currentPath the requested path with its search, to return to after signing in
 * @param returnTo the login's return path
 */
export function redirectFor(
  access: RouteEntry['access'],
  session: SessionState['name'],
  currentPath: string,
  returnTo?: string,
): string | null {
  const isSignedIn = session === 'signed_in';
  if (access === 'signed_out' && isSignedIn) return safeReturnPath(returnTo);
  if (access === 'signed_in' && !isSignedIn) {
    return hrefOf(currentPath === '/' ? paths.login() : paths.login(currentPath));
  }
  return null;
}

/** Path of the maintenance page that returns to `currentPath`; home and login need no return path. */
export function maintenancePath(currentPath: string): string {
  if (pathOf(currentPath) === '/maintenance') return currentPath;
  return hrefOf(
    paths.maintenance(currentPath === '/' || currentPath === '/login' ? undefined : currentPath),
  );
}

const publicPaths: readonly string[] = [
  '/maintenance',
  '/login',
  '/register',
  '/register/decor',
  '/restore-email',
  '/close',
] satisfies ScreenPath[];

/**
 * Path to show without a session.
 * @param currentPath the requested path with its search
 * @param returnsAfterSignIn true to return there after signing in; false after a sign-out
 */
export function publicPath(currentPath: string, returnsAfterSignIn: boolean): string {
  if (publicPaths.includes(pathOf(currentPath))) return currentPath;
  if (!returnsAfterSignIn) return hrefOf(paths.login());
  return redirectFor('signed_in', 'signed_out', currentPath) ?? hrefOf(paths.login());
}
