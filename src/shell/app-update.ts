import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Readable, writable } from '#src/data/live/readable.ts';

export const UpdateContext = createContext<AppUpdate | null>(null);

/** Returns a flag that is true once a newer build is installed, and a function that activates the build. */
export function useAppUpdate(): { isReady: boolean; apply: () => void } {
  const update = useContext(UpdateContext);
  if (!update) throw new Error('useAppUpdate must be used inside an UpdateContext provider');
  const isReady = useSyncExternalStore(update.updateReady.subscribe, update.updateReady.current);
  return { isReady, apply: update.applyUpdate };
}

/** Interval of update checks on a visible page (spec 1 §9), in ms. */
export const UPDATE_CHECK_MS = 120_000;

/** The part of the registered service worker that we use; implemented by Workbox's window class. */
export type WorkerPort = {
  /** Fires `waiting` when a newer worker is installed but not active yet. */
  addEventListener: (type: 'waiting', listener: () => void) => void;
  update: () => Promise<void>;
  messageSkipWaiting: () => void;
};

/** The part of the page that we use. */
export type PagePort = {
  isVisible: () => boolean;
  onVisibilityChange: (listener: () => void) => void;
  /** True if a service worker controlled the page when it was opened. */
  wasControlled: boolean;
  /** Called when another service worker takes control of the page. */
  onControllerChange: (listener: () => void) => void;
  reload: () => void;
};

/** State of app updates, and the action to apply one. */
export type AppUpdate = {
  /** True while an installed build waits for activation. */
  updateReady: Readable<boolean>;
  /** Activates the newer build; every open page of the app then reloads once. */
  applyUpdate: () => void;
};

/**
 * Checks for a newer build every 120 s while the page is visible, and whenever it becomes visible. Reloads the page
 * when a newer worker takes control, because an earlier reload would only load the old build again. The page isn't
 * reloaded when its first worker takes control.
 */
export function watchUpdates(worker: WorkerPort, page: PagePort): AppUpdate {
  const updateReady = writable(false);
  let isReloading = false;

  let isControlled = page.wasControlled;
  // The first worker also fires `waiting`, but it isn't an update.
  worker.addEventListener('waiting', () => updateReady.set(isControlled));

  page.onControllerChange(() => {
    const isFirstWorker = !isControlled;
    isControlled = true;
    if (isFirstWorker || isReloading) return;
    isReloading = true;
    page.reload();
  });

  // A check usually fails because there is no network. The next check tries again.
  const check = () => void worker.update().catch(() => undefined);
  let timer: ReturnType<typeof setInterval> | undefined;
  const scheduleChecks = () => {
    clearInterval(timer);
    timer = page.isVisible() ? setInterval(check, UPDATE_CHECK_MS) : undefined;
  };
  page.onVisibilityChange(() => {
    scheduleChecks();
    if (page.isVisible()) check();
  });
  scheduleChecks();

  return {
    updateReady,
    applyUpdate: () => {
      if (updateReady.current()) worker.messageSkipWaiting();
    },
  };
}
