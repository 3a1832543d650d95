declare global {
  interface Window {
    /** Each press, and how long it waited for the page, in ms. */
    pressWaits?: { at: number; wait: number }[];
  }
}

/**
 * For `page.addInitScript`: notes by the browser's own record of events (Event Timing) how long each press waited. It tells
 * none that was dealt with and painted within 16 ms. Runs in the page, so it uses nothing from outside of itself.
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
