/** The number on the app's icon, where the system shows one. */

interface BadgePorts {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** @param count 0 takes the number away */
export function showAppBadge(badge: BadgePorts, count: number): void {
  const shown = count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.();
  // A system without a place for it refuses; the number also stands in the bar.
  shown?.catch(() => undefined);
}
