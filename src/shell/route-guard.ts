import type { SessionState } from '#sync/http/session.ts';
import { paths, safeReturnPath, splitPath } from '#src/app/paths.ts';
import type { RouteEntry } from './route-entry.ts';

/**
 * Where somebody who opens a screen belongs (spec 1 §2): signed-in people never see the login, all
 * else but the maintenance page and the way back to an e-mail address needs a session. (`/close` is for everybody: `publicPath`.)
 * @param here the path that was asked for, with its search; where to come back to after signing in
 * @param returnTo where the login was told to return to
 * @returns the path to go to instead; null to stay
 */
export function redirectFor(
  access: RouteEntry['access'],
  session: SessionState['name'],
  here: string,
  returnTo?: string,
): string | null {
  const signedIn = session === 'signed_in';
  if (access === 'signed_out' && signedIn) return safeReturnPath(returnTo);
  if (access === 'signed_in' && !signedIn) {
    return here === paths.home() ? paths.login() : paths.login(here);
  }
  return null;
}

/** The maintenance page, which leads back to a path afterwards; without one to where everybody begins. */
export function maintenancePath(here: string): string {
  const { to } = splitPath(here);
  if (to === paths.maintenance()) return here;
  return paths.maintenance(here === paths.home() || here === paths.login() ? undefined : here);
}

/**
 * What the address bar shows to somebody without a session.
 * @param here the path that was asked for, with its search
 * @param comesBack whether that is where to go after signing in: not after a sign-out
 */
export function publicPath(here: string, comesBack: boolean): string {
  const { to } = splitPath(here);
  const publicPaths = [
    ...[paths.maintenance(), paths.login(), paths.register(), paths.registerDecor()],
    ...[paths.restoreEmail(), paths.close()],
  ];
  if (publicPaths.includes(to)) return here;
  if (!comesBack) return paths.login();
  return redirectFor('signed_in', 'signed_out', here) ?? paths.login();
}
