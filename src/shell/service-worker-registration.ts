import { Workbox } from 'workbox-window';
import { writable } from '#src/data/readable.ts';
import { recoverFromMissingChunks } from './missing-chunk.ts';
import { type AppUpdate, type PagePort, watchUpdates } from './update-watch.ts';

/** In development and in browsers without service workers there is never an update. */
const noUpdates: AppUpdate = {
  updateReady: writable(false),
  applyUpdate: () => undefined,
};

/**
 * Registers the service worker, so that the app starts without a network, and watches for newer
 * builds; mends pages that a deployment left behind. Call it once, at start. A failed registration leaves an app that works online.
 */
export function registerServiceWorker(): AppUpdate {
  if (!import.meta.env.PROD) return noUpdates;
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  recoverFromMissingChunks({
    events: window,
    memory: sessionStorage,
    now: () => Date.now(),
    canReload: () => navigator.onLine || Boolean(workers?.controller),
    reload: () => location.reload(),
  });
  if (workers === null) return noUpdates;
  const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
  const update = watchUpdates(workbox, browserPage(workers));
  workbox.register().catch(() => undefined);
  return update;
}

function browserPage(container: ServiceWorkerContainer): PagePort {
  return {
    isVisible: () => document.visibilityState === 'visible',
    onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
    wasControlled: container.controller !== null,
    onControllerChange: (listener) => container.addEventListener('controllerchange', listener),
    reload: () => location.reload(),
  };
}
