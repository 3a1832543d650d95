import { writable } from '#src/data/readable.ts';
import { whenSaved } from '#src/data/unsaved.ts';
import { whenCalm } from '#src/data/when-calm.ts';
import { recoverFromMissingChunks } from './missing-chunk.ts';
import { type AppUpdate, type PagePort, type WorkerPort, watchUpdates } from './update-watch.ts';

/** In development and in browsers without service workers there is never an update. */
const noUpdates: AppUpdate = {
  updateReady: writable(false),
  applyUpdate: () => undefined,
};

/**
 * Registers the service worker, so that the app starts without a network, and watches for newer
 * builds; mends pages that a deployment left behind. Call it once, at start. A failed registration
 * leaves an app that works online.
 */
export function registerServiceWorker(): AppUpdate {
  if (!import.meta.env.PROD) return noUpdates;
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  recoverFromMissingChunks({
    events: window,
    memory: sessionStorage,
    now: () => Date.now(),
    canReload: () => navigator.onLine || Boolean(workers?.controller),
    reload,
  });
  if (workers === null) return noUpdates;
  const workbox = loadWorkbox();
  const update = watchUpdates(whenLoaded(workbox), browserPage(workers));
  // After the watch listens, since a worker may be waiting already.
  workbox.then((loaded) => loaded.register()).catch(() => undefined);
  return update;
}

/** Another tab may have asked for it: what is being edited in this one is saved or left first. */
const reload = () => whenSaved(() => location.reload());

/** Not before the page stands: the first screen shall not wait for what serves the next visit. */
async function loadWorkbox() {
  await whenCalm();
  const { Workbox } = await import('workbox-window');
  return new Workbox('/service-worker.js', { updateViaCache: 'none' });
}

function whenLoaded(workbox: ReturnType<typeof loadWorkbox>): WorkerPort {
  const then = (act: (loaded: Awaited<typeof workbox>) => void) => {
    workbox.then(act).catch(() => undefined);
  };
  return {
    addEventListener: (type, listener) => then((loaded) => loaded.addEventListener(type, listener)),
    update: async () => (await workbox).update(),
    messageSkipWaiting: () => then((loaded) => loaded.messageSkipWaiting()),
  };
}

function browserPage(container: ServiceWorkerContainer): PagePort {
  return {
    isVisible: () => document.visibilityState === 'visible',
    onVisibilityChange: (listener) => document.addEventListener('visibilitychange', listener),
    wasControlled: container.controller !== null,
    onControllerChange: (listener) => container.addEventListener('controllerchange', listener),
    reload,
  };
}
