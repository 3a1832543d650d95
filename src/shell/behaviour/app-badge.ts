/** The badge count on the installed app's icon, where the system supports badges. */

interface BadgePorts {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** @param count 0 clears the badge */
export function showAppBadge(badge: BadgePorts, count: number): void {
  const badgeUpdate = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.();
  // The update is rejected where badges aren't supported. The navigation bar shows the count, too.
  badgeUpdate?.catch(() => undefined);
}
