import type { PageSignals, PageSignal } from '#sync/ports.ts';

/** Page signals controlled by the test. */
export function manualPageSignals(): PageSignals & { emit(event: PageSignal): void } {
  const listeners = new Set<(event: PageSignal) => void>();
  let isVisible = true;
  let isOnline = true;
  return {
    online: () => isOnline,
    visible: () => isVisible,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      if (event === 'visible' || event === 'hidden') isVisible = event === 'visible';
      if (event === 'online' || event === 'offline') isOnline = event === 'online';
      listeners.forEach((listener) => listener(event));
    },
  };
}
