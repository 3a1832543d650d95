import { createDurableKeyValue } from './store/durable-key-value.ts';
import { OUTBOX_SYNC_TAG } from './background/outbox-sync.ts';
import type { KeyValue, Locks, TabChannel, PageSignals, PageSignal } from './ports.ts';

/** Durable localStorage that also reports changes from other tabs. */
export function browserStore(): Promise<KeyValue> {
  return createDurableKeyValue(localStorage, (listener) => {
    addEventListener('storage', listener);
    // Pages in the back-forward cache get no storage events.
    addEventListener('pageshow', listener);
    return () => {
      removeEventListener('storage', listener);
      removeEventListener('pageshow', listener);
    };
  });
}

/** A window that regains focus after at least this long (ms) counts as visible again. */
const AWAY_MS = 60_000;

/** Connection, visibility and focus as the browser reports them. */
export function browserPageSignals(): PageSignals {
  return {
    online: () => navigator.onLine,
    visible: () => document.visibilityState === 'visible',
    subscribe(listener) {
      const sources: [EventTarget, string, () => PageSignal][] = [
        [window, 'online', () => 'online'],
        [window, 'offline', () => 'offline'],
        [document, 'visibilitychange', () => document.visibilityState],
      ];
      const unsubscribers = sources.map(([target, name, event]) => {
        const handler = () => listener(event());
        target.addEventListener(name, handler);
        return () => target.removeEventListener(name, handler);
      });
      const onShow = ({ persisted }: PageTransitionEvent) => {
        if (persisted) listener('restored');
        listener('visible');
      };
      const onHide = ({ persisted }: PageTransitionEvent) => persisted && listener('cached');
      addEventListener('pageshow', onShow);
      addEventListener('pagehide', onHide);
      const stopFocus = onReturn(() => listener('visible'));
      const stopPushes = onPush(() => listener('pushed'));
      return () => {
        unsubscribers.forEach((unsubscribe) => unsubscribe());
        removeEventListener('pageshow', onShow);
        removeEventListener('pagehide', onHide);
        stopFocus();
        stopPushes();
      };
    },
  };
}

/** Calls back when a window regains focus after `AWAY_MS`. */
function onReturn(listener: () => void): () => void {
  let blurredAt = Date.now();
  const onBlur = () => (blurredAt = Date.now());
  const onFocus = () => {
    if (Date.now() - blurredAt >= AWAY_MS) listener();
  };
  addEventListener('blur', onBlur);
  addEventListener('focus', onFocus);
  return () => {
    removeEventListener('blur', onBlur);
    removeEventListener('focus', onFocus);
  };
}

/** Calls back on push messages from the service worker: the server has changes and can be reached. */
function onPush(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const workers = navigator.serviceWorker;
  const handler = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === 'PUSHED') listener();
  };
  workers.addEventListener('message', handler);
  return () => workers.removeEventListener('message', handler);
}

/**
 * Web Locks that pass to another tab if the tab that holds them is suspended. The code is loaded with the first lock,
 * to keep the start fast.
 */
export function browserLocks(): Locks {
  let watchedLocks: Promise<Locks> | null = null;
  const load = async () => {
    const { createWatchedLocks, storedEpochs } = await import('./tabs/watched-locks.ts');
    const { locks } = navigator;
    return createWatchedLocks({ locks, channel: browserTabChannel, epochs: storedEpochs });
  };
  return {
    async run(name, work, signal, onSilence) {
      watchedLocks ??= load().catch(() => {
        watchedLocks = null;
        return plainLocks;
      });
      return (await watchedLocks).run(name, work, signal, onSilence);
    },
  };
}

/** Plain Web Locks: the fallback if the watched locks can't be loaded. */
const plainLocks: Locks = {
  run: (name, work, signal) =>
    // The DOM type loses the callback's result type.
    navigator.locks.request(name, signal ? { signal } : {}, () => work()) as ReturnType<
      typeof work
    >,
};

/** Wraps a BroadcastChannel. */
export function browserTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const handler = (event: MessageEvent<unknown>) => listener(event.data);
      channel.addEventListener('message', handler);
      return () => channel.removeEventListener('message', handler);
    },
    close: () => channel.close(),
  };
}

/** Asks the browser not to evict the site's storage. Returns false if the browser declines. */
export async function requestPersistentStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** Background Sync, which TypeScript's DOM types lack. */
interface RegistrationWithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

/**
 * Registers a background sync, which runs even if no page is open. Does nothing if the browser doesn't support
 * background sync, and rejects if the browser denies it.
 */
export async function requestBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration()) as
    | RegistrationWithSync
    | undefined;
  await registration?.sync?.register(OUTBOX_SYNC_TAG);
}
