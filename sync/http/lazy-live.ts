import type { LiveUpdateOptions } from './live.ts';

/** The stream of changes is nothing that a screen waits for: its code comes by itself. */
export function startLiveUpdatesLazily(options: LiveUpdateOptions): () => void {
  let stop: (() => void) | null = null;
  let isClosed = false;
  import('./live.ts').then(
    ({ startLiveUpdates }) => {
      if (!isClosed) stop = startLiveUpdates(options);
    },
    // Without it the intervals have to do.
    () => options.log.add('code_missing'),
  );
  return () => {
    isClosed = true;
    stop?.();
  };
}
