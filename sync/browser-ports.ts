import { createLastingStore } from './lasting-store.ts';
import type { KeyValue, Locks, TabChannel, Wake, WakeEvent } from './ports.ts';

/** localStorage made lasting, with the other tabs' changes. */
export function browserStore(): Promise<KeyValue> {
  return createLastingStore(localStorage, (listener) => {
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
      return () => undo.forEach((off) => off());
    },
  };
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
