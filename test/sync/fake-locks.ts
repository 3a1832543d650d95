import type { TabChannel } from '#sync/ports.ts';
import type { Epochs, LockPorts } from '#sync/tabs/watched-locks.ts';

type Grant = () => Promise<unknown>;
interface Holder {
  readonly steal: () => void;
}

/** Fake Web Locks of one origin, limited to the parts in use. */
function fakeLockManager(): LockPorts['locks'] {
  const holders = new Map<string, Holder>();
  const waiters = new Map<string, (() => void)[]>();
  const grant = (
    name: string,
    onGranted: Grant,
    resolveWith: (result: Promise<unknown>) => void,
  ) => {
    let isReleased = false;
    const release = (result: Promise<unknown>) => {
      if (isReleased) return;
      isReleased = true;
      resolveWith(result);
    };
    const holder: Holder = {
      steal: () => release(Promise.reject(new DOMException('stolen', 'AbortError'))),
    };
    holders.set(name, holder);
    const result = Promise.resolve().then(onGranted);
    const end = () => {
      release(result);
      if (holders.get(name) !== holder) return;
      holders.delete(name);
      waiters.get(name)?.shift()?.();
    };
    result.then(end, end);
  };
  const request = (
    name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    onGranted: Grant,
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const start = () => grant(name, onGranted, resolve);
      if (steal) {
        const previousHolder = holders.get(name);
        start();
        previousHolder?.steal();
        return;
      }
      if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'));
      if (!holders.has(name)) return start();
      const queue = waiters.get(name) ?? [];
      waiters.set(name, queue);
      const next = () => {
        signal?.removeEventListener('abort', abandon);
        start();
      };
      const abandon = () => {
        queue.splice(queue.indexOf(next), 1);
        reject(new DOMException('aborted', 'AbortError'));
      };
      queue.push(next);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  return { request: request as LockManager['request'] };
}

/** A tab that can be paused: then it neither receives nor sends. */
export interface FakeTab extends LockPorts {
  isSuspended: boolean;
  /** Delivers messages received while suspended. */
  resume(): void;
}

/** Tabs of one origin with shared locks and store. */
export function fakeOrigin() {
  const locks = fakeLockManager();
  const counts = new Map<string, number>();
  const epochs: Epochs = {
    next(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      return Promise.resolve(String(counts.get(name)));
    },
    current: (name) => Promise.resolve(String(counts.get(name) ?? null)),
  };
  const endpoints: { name: string; tab: FakeTab; deliver: (message: unknown) => void }[] = [];
  const open = (): FakeTab => {
    const queued: (() => void)[] = [];
    const channel = (name: string): TabChannel => {
      const ownEndpoints: typeof endpoints = [];
      return {
        post(message) {
          if (tab.isSuspended) return;
          for (const endpoint of endpoints.filter(
            (endpoint) => endpoint.name === name && !ownEndpoints.includes(endpoint),
          )) {
            queueMicrotask(() => endpoint.deliver(message));
          }
        },
        subscribe(listener) {
          const deliver = (message: unknown) => {
            if (tab.isSuspended) queued.push(() => listener(message));
            else listener(message);
          };
          const endpoint = { name, tab, deliver };
          ownEndpoints.push(endpoint);
          endpoints.push(endpoint);
          return () => void endpoints.splice(endpoints.indexOf(endpoint), 1);
        },
        close: () => undefined,
      };
    };
    const tab: FakeTab = {
      isSuspended: false,
      resume() {
        tab.isSuspended = false;
        for (const deliver of queued.splice(0)) deliver();
      },
      locks,
      channel,
      epochs,
      every(ms, run) {
        const timer = setInterval(() => (tab.isSuspended ? undefined : run()), ms);
        return () => clearInterval(timer);
      },
    };
    return tab;
  };
  return { open };
}
