/** The badge count on the installed app's icon, where the system supports one. */

interface BadgePorts {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** @param count 0 clears the badge */
export function showAppBadge(badge: BadgePorts, count: number): void {
  const pending = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.();
  // Rejects where badges aren't supported; the navigation bar shows the count too.
  pending?.catch(() => undefined);
}
