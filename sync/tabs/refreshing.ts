import type { Connectivity } from '../http/connectivity.ts';
import type { PageSignals } from '../ports.ts';
import type { StatusStore } from '../status/status.ts';

/** The signed-in person is asked for again this often while a tab is visible (spec 1 §7, §9). */
export const REFRESH_INTERVAL_MS = 180_000;

/**
 * Why everything is tried and asked for again: a person wants it, the page is seen (again, or there is something new
 * to see), it has been seen for a while, or the server is back after it could not be reached.
 */
export type RefreshReason = 'asked' | 'seen' | 'due' | 'returned';

/**
 * Has everything tried again when there is a reason to: the network is back, the page is seen again, or
 * the interval is over while it is seen. A network that flaps is no reason (F14).
 * @returns how to stop it
 */
export function startRefreshing(options: {
  connectivity: Connectivity;
  wake: (reason: RefreshReason) => void;
  visibility: PageSignals;
  board: StatusStore;
}): () => void {
  const { connectivity, wake, visibility, board } = options;
  const timer = setInterval(() => visibility.visible() && wake('due'), REFRESH_INTERVAL_MS);
  const stops = [
    connectivity.subscribe((connection, isReturn) => {
      board.update({ connection });
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
