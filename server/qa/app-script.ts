/**
 * Runs in the app's page in development, next to the app. Opens the QA panel with Alt+Shift+Q or `?qa` in the URL, and
 * sends it this tab's sync log, which the app records as performance marks.
 */
import type { LoggedEvent } from './network-faults.ts';

const channel = new BroadcastChannel('qa');

function readSyncEvents(): LoggedEvent[] {
  return performance
    .getEntriesByType('mark')
    .filter(({ name }) => name.startsWith('sync:'))
    .map((entry) => ({
      time: performance.timeOrigin + entry.startTime,
      code: entry.name.slice('sync:'.length),
      details: JSON.stringify((entry as PerformanceMark).detail),
    }));
}

channel.addEventListener('message', ({ data }) => {
  if (data === 'request-events') channel.postMessage(readSyncEvents());
});
window.addEventListener('keydown', ({ altKey, shiftKey, code }) => {
  if (altKey && shiftKey && code === 'KeyQ') window.open('/dev/qa', 'qa');
});
if (new URLSearchParams(location.search).has('qa')) location.assign('/dev/qa');
