import type { LiveUpdateOptions } from './live.ts';

/** Loads the change stream's code on demand: no screen waits for it. */
export function startLiveUpdatesLazily(options: LiveUpdateOptions): () => void {
  let stop: (() => void) | null = null;
  let isClosed = false;
  import('./live.ts').then(
    ({ startLiveUpdates }) => {
      if (!isClosed) stop = startLiveUpdates(options);
    },
    // Without the change stream, only the periodic refresh remains.
    () => options.log.add('code_missing'),
  );
  return () => {
    isClosed = true;
    stop?.();
  };
}
