import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Readable, writable } from '#src/data/live/readable.ts';

export const UpdateContext = createContext<AppUpdate | null>(null);

/** Whether a newer build waits on the device, and how to put it in place. */
export function useAppUpdate(): { ready: boolean; apply: () => void } {
  const update = useContext(UpdateContext);
  if (!update) throw new Error('useAppUpdate needs the UpdateContext of the entry');
  const ready = useSyncExternalStore(update.updateReady.subscribe, update.updateReady.current);
  return { ready, apply: update.applyUpdate };
}

/** How often a visible page asks whether there is a newer build (specification 1, section 9), in ms. */
export const UPDATE_CHECK_MS = 120_000;

/** What the watch needs of the registered service worker; Workbox's window class has it. */
export type WorkerPort = {
  /** Fires `waiting` when a newer worker is installed and waits for consent. */
  addEventListener: (type: 'waiting', listener: () => void) => void;
  update: () => Promise<void>;
  messageSkipWaiting: () => void;
};

/** What the watch needs of the page. */
export type PagePort = {
  isVisible: () => boolean;
  onVisibilityChange: (listener: () => void) => void;
  /** Whether a service worker controlled the page when it was opened. */
  wasControlled: boolean;
  /** Calls back when another service worker takes the page over. */
  onControllerChange: (listener: () => void) => void;
  reload: () => void;
};

/** What the shell shows of updates and does about them. */
export type AppUpdate = {
  /** True from when a newer build is on the device until it is applied. */
  updateReady: Readable<boolean>;
  /** Puts the newer build in place; every open page of the app then reloads, once. */
  applyUpdate: () => void;
};

/**
 * Looks for a newer build every 120 s while the page is visible and on its return, and holds it
 * until `applyUpdate`. The reload comes when the newer worker has taken over: not before, or the
 * page would come back with the old build, and not after the first worker of a first visit.
 */
export function watchUpdates(worker: WorkerPort, page: PagePort): AppUpdate {
  const updateReady = writable(false);
  let reloading = false;

  let controlled = page.wasControlled;
  // A first worker also waits for a moment, and is no newer build.
  worker.addEventListener('waiting', () => updateReady.set(controlled));

  page.onControllerChange(() => {
    const isFirst = !controlled;
    controlled = true;
    if (isFirst || reloading) return;
    reloading = true;
    page.reload();
  });

  // A failed check means no network; the next one comes by itself.
  const check = () => void worker.update().catch(() => undefined);
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    clearInterval(timer);
    timer = page.isVisible() ? setInterval(check, UPDATE_CHECK_MS) : undefined;
  };
  page.onVisibilityChange(() => {
    follow();
    if (page.isVisible()) check();
  });
  follow();

  return {
    updateReady,
    applyUpdate: () => {
      if (updateReady.current()) worker.messageSkipWaiting();
    },
  };
}
