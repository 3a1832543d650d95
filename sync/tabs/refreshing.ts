import type { Connectivity } from '../http/connectivity.ts';
import type { PageSignals } from '../ports.ts';
import type { StatusStore } from '../status/status.ts';

/** Refresh interval of a visible tab, in ms (spec 1 §7, §9). */
export const REFRESH_INTERVAL_MS = 180_000;

/**
 * Reason to retry and refetch everything: the `user` asked, the page is `visible` again (or a push
 * message arrived), the refresh `interval` is over, or the server is `reconnected`.
 */
export type RefreshReason = 'user' | 'visible' | 'interval' | 'reconnected';

/**
 * Triggers a refresh when the network is back, when the page becomes visible, and at each interval while it's visible.
 * A brief connection loss doesn't trigger a refresh (F14).
 * @returns a function that stops refreshing
 */
export function startRefreshing(options: {
  connectivity: Connectivity;
  wake: (reason: RefreshReason) => void;
  pageSignals: PageSignals;
  statusStore: StatusStore;
}): () => void {
  const { connectivity, wake, pageSignals, statusStore } = options;
  const timer = setInterval(() => pageSignals.visible() && wake('interval'), REFRESH_INTERVAL_MS);
  const unsubscribers = [
    connectivity.subscribe((connection, hasRecovered) => {
      statusStore.update({ connection });
      if (hasRecovered) wake('reconnected');
    }),
    pageSignals.subscribe((event) => {
      if (event === 'visible' || event === 'pushed') wake('visible');
    }),
  ];
  return () => {
    clearInterval(timer);
    unsubscribers.forEach((unsubscribe) => unsubscribe());
  };
}
