import { createDurableKeyValue } from './store/durable-key-value.ts';
import { OUTBOX_SYNC_TAG } from './background/outbox-sync.ts';
import type { KeyValue, Locks, TabChannel, PageSignals, PageSignal } from './ports.ts';

/** localStorage made lasting, with the other tabs' changes. */
export function browserStore(): Promise<KeyValue> {
  return createDurableKeyValue(localStorage, (listener) => {
    addEventListener('storage', listener);
    // A page in the back-forward cache gets no storage events.
    addEventListener('pageshow', listener);
    return () => {
      removeEventListener('storage', listener);
      removeEventListener('pageshow', listener);
    };
  });
}

/** A window that was left for so long, in ms, asks again when it is back. */
const LEFT_MS = 60_000;

/** The browser's word on the network, on the page's visibility, and on a window that is used again. */
export function browserPageSignals(): PageSignals {
  return {
    online: () => navigator.onLine,
    visible: () => document.visibilityState === 'visible',
    subscribe(listener) {
      const told: [EventTarget, string, () => PageSignal][] = [
        [window, 'online', () => 'online'],
        [window, 'offline', () => 'offline'],
        [document, 'visibilitychange', () => document.visibilityState],
      ];
      const undo = told.map(([target, name, event]) => {
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
        undo.forEach((off) => off());
        removeEventListener('pageshow', onShow);
        removeEventListener('pagehide', onHide);
        stopFocus();
        stopPushes();
      };
    },
  };
}

/** Hears of a window that stayed in sight without the focus, and has it again. */
function onReturn(listener: () => void): () => void {
  let leftAt = Date.now();
  const onBlur = () => (leftAt = Date.now());
  const onFocus = () => {
    if (Date.now() - leftAt >= LEFT_MS) listener();
  };
  addEventListener('blur', onBlur);
  addEventListener('focus', onFocus);
  return () => {
    removeEventListener('blur', onBlur);
    removeEventListener('focus', onFocus);
  };
}

/** Hears of push messages from the service worker: something new is there, and the network is too. */
function onPush(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const workers = navigator.serviceWorker;
  const handler = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
    if (data?.type === 'PUSHED') listener();
  };
  workers.addEventListener('message', handler);
  return () => workers.removeEventListener('message', handler);
}

/** Web Locks, which a suspended tab loses. Their code comes with the first lock: no start waits for it. */
export function browserLocks(): Locks {
  let watched: Promise<Locks> | null = null;
  const load = async () => {
    const { createWatchedLocks, storedEpochs } = await import('./tabs/watched-locks.ts');
    const { locks } = navigator;
    return createWatchedLocks({ locks, channel: browserTabChannel, epochs: storedEpochs });
  };
  return {
    async run(name, work, signal, onSilence) {
      watched ??= load().catch(() => {
        watched = null;
        return plainLocks;
      });
      return (await watched).run(name, work, signal, onSilence);
    },
  };
}

/** Web Locks as they are, where the code of the others can't be had. */
const plainLocks: Locks = {
  run: (name, work, signal) =>
    // The lock's own type forgets what the work answers with.
    navigator.locks.request(name, signal ? { signal } : {}, () => work()) as ReturnType<
      typeof work
    >,
};

/** BroadcastChannel. */
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

/** Asks the browser not to evict the site's storage. False where it will not promise that. */
export async function requestPersistentStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

/** The part of a service worker's registration that the library's types do not know yet. */
interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to send what is unsent when it can, also with no page open. Rejects where it can't. */
export async function requestBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration()) as WithSync | undefined;
  await registration?.sync?.register(OUTBOX_SYNC_TAG);
}
