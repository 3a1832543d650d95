import type { Observable } from 'rxjs';
import type { Connectivity } from '../http/connectivity.ts';
import type { PageSignals } from '../ports.ts';

/**
 * Requests a background sync when the page is hidden or goes offline while unsent work remains.
 * @param unsentCount number of items that could be sent now
 * @returns a function that stops watching
 */
export function requestSyncOnLeave(options: {
  pageSignals: PageSignals;
  connectivity: Connectivity;
  unsentCount: () => number;
  /** Emits whenever the count may have changed. */
  unsentChanges$: Observable<unknown>;
  requestSync: () => Promise<void>;
}): () => void {
  const { pageSignals, connectivity, unsentCount, requestSync } = options;
  let isRequested = false;
  const check = () => {
    const isLeaving = !pageSignals.visible() || connectivity.state() !== 'online';
    if (!isLeaving || unsentCount() === 0) {
      isRequested = false;
      return;
    }
    if (isRequested) return;
    isRequested = true;
    // If background sync is unsupported or denied, the items are sent when the app is next started.
    requestSync().catch(() => undefined);
  };
  const subscription = options.unsentChanges$.subscribe(check);
  const unsubscribers = [
    pageSignals.subscribe(check),
    connectivity.subscribe(check),
    () => subscription.unsubscribe(),
  ];
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe());
}
