import { writable } from '#src/data/live/readable.ts';
import { whenSaved } from '#src/data/drafts/unsaved-forms.ts';
import { whenIdle } from '#src/data/device/when-idle.ts';
import { recoverFromMissingChunks } from './missing-chunk.ts';
import { type AppUpdate, type PagePort, type WorkerPort, watchUpdates } from './app-update.ts';

/** Longest wait for the server before a reload, in ms. */
const RESPONSE_TIMEOUT_MS = 5_000;

/** There are no updates in development or without service workers. */
const noUpdates: AppUpdate = {
  updateReady: writable(false),
  applyUpdate: () => undefined,
};

/**
 * Registers the service worker, so that the app can start offline. Also watches for newer builds, and recovers pages
 * whose files a deployment has removed. Call it once at start. If registration fails, the app still works online.
 */
export function registerServiceWorker(): AppUpdate {
  if (!import.meta.env.PROD) return noUpdates;
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  recoverFromMissingChunks({
    events: window,
    memory: sessionStorage,
    now: () => Date.now(),
    // The network can fail while the browser still reports being online (F12).
    canReload: async () =>
      Boolean(workers?.controller) ||
      fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    reload,
    delay: (run, ms) => setTimeout(run, ms),
  });
  if (workers === null) return noUpdates;
  return watchUpdates(browserWorker(workers), browserPage(workers));
}

/**
 * Reloads the page once this tab's edits are saved or discarded. It has to wait, because another tab may have requested
 * the update.
 */
const reload = () => whenSaved(() => location.reload());

/** Registers the worker when the page is idle, because caching the next screens shouldn't delay the first. */
function browserWorker(container: ServiceWorkerContainer): WorkerPort {
  const listeners: (() => void)[] = [];
  const register = async () => {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/service-worker.js', { updateViaCache: 'none' });
    // Add the listeners before the registration, because a newer worker may already be waiting.
    for (const listener of listeners) workbox.addEventListener('waiting', listener);
    await workbox.register();
    void claim(container);
    return workbox;
  };
  let whenRegistered = whenIdle().then(register);
  whenRegistered.catch(() => undefined);
  return {
    addEventListener: (_type, listener) => listeners.push(listener),
    async update() {
      await whenRegistered.catch(() => undefined);
      if (await container.getRegistration()) return (await whenRegistered).update();
      // A first installation cut short by the network leaves no registration, so register again.
      whenRegistered = register();
      await whenRegistered;
    },
    messageSkipWaiting: () =>
      void whenRegistered.then((workbox) => workbox.messageSkipWaiting()).catch(() => undefined),
  };
}

/**
 * Asks the active worker to take control of the page. Without a controlling worker, the page can't load its remaining
 * code offline.
 */
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
