import type { Observable, Subscription } from 'rxjs';

/** State of a live query. */
type LiveState<T> =
  | { name: 'loading' }
  | { name: 'value'; value: T }
  | { name: 'failed'; error: unknown };

/** A query's latest result, updated while there are listeners. */
interface LiveStore<T> {
  current: () => LiveState<T>;
  subscribe: (listener: () => void) => () => void;
}

const loading = { name: 'loading' } as const;

/**
 * Subscribes to the observable with the first listener and unsubscribes with the last. The last result
 * stays readable in between, so a re-render never falls back to loading.
 */
export function liveStore<T>(source: Observable<T>): LiveStore<T> {
  const listeners = new Set<() => void>();
  let state: LiveState<T> = loading;
  let subscription: Subscription | null = null;

  const put = (next: LiveState<T>) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      subscription ??= source.subscribe({
        next: (value) => put({ name: 'value', value }),
        error: (error: unknown) => put({ name: 'failed', error }),
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = null;
      };
    },
  };
}
