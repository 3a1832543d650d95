declare global {
  interface Window {
    /** Each press with its delay, in ms. */
    pressWaits?: { at: number; wait: number }[];
  }
}

/**
 * For `page.addInitScript`: records the input delay of each press with Event Timing, which omits
 * events handled and painted within 16 ms. Runs in the page, so it must be self-contained.
 */
export function watchPresses(): void {
  const waits: { at: number; wait: number }[] = [];
  window.pressWaits = waits;
  const observe = (type: string) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.name !== 'pointerdown') continue;
        waits.push({ at: entry.startTime, wait: entry.processingStart - entry.startTime });
      }
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe('event');
  observe('first-input');
}
