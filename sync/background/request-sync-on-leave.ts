import type { Observable } from 'rxjs';
import type { Connectivity } from '../http/connectivity.ts';
import type { PageSignals } from '../ports.ts';

/**
 * Asks the browser for a background sync whenever work could be left behind: when the page goes out of
 * sight or the network is gone, and there is something to send.
 * @param toSend how many pieces wait to be sent now
 * @returns how to stop it
 */
export function requestSyncOnLeave(options: {
  wake: PageSignals;
  connectivity: Connectivity;
  unsentCount: () => number;
  /** Tells whenever that may have changed. */
  unsentChanges$: Observable<unknown>;
  requestSync: () => Promise<void>;
}): () => void {
  const { wake, connectivity, unsentCount, requestSync } = options;
  let isAsked = false;
  const check = () => {
    const isLeaving = !wake.visible() || connectivity.state() !== 'online';
    if (!isLeaving || unsentCount() === 0) {
      isAsked = false;
      return;
    }
    if (isAsked) return;
    isAsked = true;
    // Where the browser has no such thing, or refuses it: the next start sends.
    requestSync().catch(() => undefined);
  };
  const watch = options.unsentChanges$.subscribe(check);
  const stops = [wake.subscribe(check), connectivity.subscribe(check), () => watch.unsubscribe()];
  return () => stops.forEach((stop) => stop());
}
