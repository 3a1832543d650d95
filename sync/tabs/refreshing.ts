import type { Connectivity } from '../http/connectivity.ts';
import type { PageSignals } from '../ports.ts';
import type { StatusStore } from '../status/status.ts';

/** Refresh interval of a visible tab, in ms (spec 1 §7, §9). */
export const REFRESH_INTERVAL_MS = 180_000;

/**
 * Reason to retry and refetch everything: `asked` by the user, page `seen` (again, or after a push message),
 * `due` by the interval, server `returned`.
 */
export type RefreshReason = 'asked' | 'seen' | 'due' | 'returned';

/**
 * Triggers a refresh when the network is back, the page becomes visible, or the interval ends while it is
 * visible. A flap is no reason (F14).
 * @returns a function that stops it
 */
export function startRefreshing(options: {
  connectivity: Connectivity;
  wake: (reason: RefreshReason) => void;
  visibility: PageSignals;
  statusStore: StatusStore;
}): () => void {
  const { connectivity, wake, visibility, statusStore } = options;
  const timer = setInterval(() => visibility.visible() && wake('due'), REFRESH_INTERVAL_MS);
  const stops = [
    connectivity.subscribe((connection, isReturn) => {
      statusStore.update({ connection });
      if (isReturn) wake('returned');
    }),
    visibility.subscribe((event) => {
      if (event === 'visible' || event === 'pushed') wake('seen');
    }),
  ];
  return () => {
    clearInterval(timer);
    stops.forEach((stop) => stop());
  };
}
