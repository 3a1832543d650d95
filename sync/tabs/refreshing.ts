import type { Connectivity } from '../http/connectivity.ts';
import type { Wake } from '../ports.ts';
import type { StatusBoard } from '../status/status.ts';

/** The signed-in person is asked for again this often while a tab is visible (spec 1 §7, §9). */
export const REFRESH_INTERVAL_MS = 180_000;

/**
 * Has everything tried again when there is a reason to: the network is back, the page is seen again, or
 * the interval is over while it is seen.
 * @returns how to stop it
 */
export function startRefreshing(options: {
  connectivity: Connectivity;
  wake: () => void;
  visibility: Wake;
  board: StatusBoard;
}): () => void {
  const { connectivity, wake, visibility, board } = options;
  const timer = setInterval(() => visibility.visible() && wake(), REFRESH_INTERVAL_MS);
  const stops = [
    connectivity.subscribe((connection) => {
      board.note({ connection });
      if (connection === 'online') wake();
    }),
    visibility.subscribe((event) => {
      if (event === 'online' || event === 'visible') wake();
    }),
  ];
  return () => {
    clearInterval(timer);
    stops.forEach((stop) => stop());
  };
}
