import type { LiveOptions } from './live.ts';

/** The stream of changes is nothing that a screen waits for: its code comes by itself. */
export function listenLazily(options: LiveOptions): () => void {
  let stop: (() => void) | null = null;
  let isClosed = false;
  import('./live.ts').then(
    ({ startLive }) => {
      if (!isClosed) stop = startLive(options);
    },
    // Without it the intervals have to do.
    () => options.log.add('code_missing'),
  );
  return () => {
    isClosed = true;
    stop?.();
  };
}
