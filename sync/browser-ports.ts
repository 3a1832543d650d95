import { createDurableKeyValue } from './store/durable-key-value.ts';
import { OUTBOX_SYNC } from './background/outbox-sync.ts';
import type { KeyValue, Locks, TabChannel, Wake, WakeEvent } from './ports.ts';

/** localStorage made lasting, with the other tabs' changes. */
export function browserStore(): Promise<KeyValue> {
  return createDurableKeyValue(localStorage, (listener) => {
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  });
}

/** The browser's word on the network and on the page's visibility. */
export function browserWake(): Wake {
  return {
    online: () => navigator.onLine,
    visible: () => document.visibilityState === 'visible',
    subscribe(listener) {
      const told: [EventTarget, string, () => WakeEvent][] = [
        [window, 'online', () => 'online'],
        [window, 'offline', () => 'offline'],
        [window, 'pageshow', () => 'visible'],
        [document, 'visibilitychange', () => document.visibilityState],
      ];
      const undo = told.map(([target, name, event]) => {
        const handler = () => listener(event());
        target.addEventListener(name, handler);
        return () => target.removeEventListener(name, handler);
      });
      const stopPushes = onPush(() => listener('pushed'));
      return () => {
        undo.forEach((off) => off());
        stopPushes();
      };
    },
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

/** Web Locks. */
export function browserLocks(): Locks {
  return {
    run: (name, work, signal) =>
      // The lock's own type forgets what the work answers with.
      navigator.locks.request(name, signal ? { signal } : {}, work) as ReturnType<typeof work>,
  };
}

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
export async function askForPersistence(): Promise<boolean> {
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
export async function askForBackgroundSync(): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration()) as WithSync | undefined;
  await registration?.sync?.register(OUTBOX_SYNC);
}
