import { writable } from '#src/data/live/readable.ts';
import { whenSaved } from '#src/data/drafts/unsaved-forms.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { recoverFromMissingChunks } from './missing-chunk.ts';
import { type AppUpdate, type PagePort, type WorkerPort, watchUpdates } from './app-update.ts';

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
    delay: (run, ms) => setTimeout(run, ms),
  });
  if (workers === null) return noUpdates;
  return watchUpdates(browserWorker(workers), browserPage(workers));
}

/** Another tab may have asked for it: what is being edited in this one is saved or left first. */
const reload = () => whenSaved(() => location.reload());

/** The worker, registered once the page stands: the first screen shall not wait for what serves the next. */
function browserWorker(container: ServiceWorkerContainer): WorkerPort {
  const listeners: (() => void)[] = [];
  const register = async () => {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    // Before it is registered, since a newer worker may be waiting already.
    for (const listener of listeners) workbox.addEventListener('waiting', listener);
    await workbox.register();
    void claim(container);
    return workbox;
  };
  let registered = whenIdle().then(register);
  registered.catch(() => undefined);
  return {
    addEventListener: (_type, listener) => listeners.push(listener),
    async update() {
      await registered.catch(() => undefined);
      if (await container.getRegistration()) return (await registered).update();
      // A first installation that the network cut short leaves nothing behind: it is gone on with.
      registered = register();
      await registered;
    },
    messageSkipWaiting: () =>
      void registered.then((workbox) => workbox.messageSkipWaiting()).catch(() => undefined),
  };
}

/** Without a worker of its own a page can't load the rest of its code once the network is gone. */
async function claim(container: ServiceWorkerContainer): Promise<void> {
  const { active } = await container.ready;
  if (container.controller === null) active?.postMessage({ type: 'CLAIM' });
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
