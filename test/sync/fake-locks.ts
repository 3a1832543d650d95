import type { TabChannel } from '#sync/ports.ts';
import type { Epochs, LockPorts } from '#sync/tabs/watched-locks.ts';

type Grant = () => Promise<unknown>;
interface Holder {
  readonly steal: () => void;
}

/** Fake Web Locks of one origin, as far as used. */
function fakeLockManager(): LockPorts['locks'] {
  const holders = new Map<string, Holder>();
  const waiting = new Map<string, (() => void)[]>();
  const grant = (name: string, work: Grant, settle: (result: Promise<unknown>) => void) => {
    let isOver = false;
    const release = (result: Promise<unknown>) => {
      if (isOver) return;
      isOver = true;
      settle(result);
    };
    const holder: Holder = {
      steal: () => release(Promise.reject(new DOMException('stolen', 'AbortError'))),
    };
    holders.set(name, holder);
    const result = Promise.resolve().then(work);
    const end = () => {
      release(result);
      if (holders.get(name) !== holder) return;
      holders.delete(name);
      waiting.get(name)?.shift()?.();
    };
    result.then(end, end);
  };
  const request = (
    name: string,
    { signal, steal = false }: { signal?: AbortSignal; steal?: boolean },
    work: Grant,
  ) =>
    new Promise<unknown>((resolve, reject) => {
      const begin = () => grant(name, work, resolve);
      if (steal) {
        const before = holders.get(name);
        begin();
        before?.steal();
        return;
      }
      if (signal?.aborted) return reject(new DOMException('aborted', 'AbortError'));
      if (!holders.has(name)) return begin();
      const queue = waiting.get(name) ?? [];
      waiting.set(name, queue);
      const next = () => {
        signal?.removeEventListener('abort', leave);
        begin();
      };
      const leave = () => {
        queue.splice(queue.indexOf(next), 1);
        reject(new DOMException('aborted', 'AbortError'));
      };
      queue.push(next);
      signal?.addEventListener('abort', leave, { once: true });
    });
  return { request: request as LockManager['request'] };
}

/** A tab that can be paused: then it neither receives nor sends. */
export interface FakeTab extends LockPorts {
  isSuspended: boolean;
  /** Delivers messages received while suspended. */
  wake(): void;
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
  const ends: { name: string; tab: FakeTab; hear: (message: unknown) => void }[] = [];
  const open = (): FakeTab => {
    const missed: (() => void)[] = [];
    const channel = (name: string): TabChannel => {
      const own: typeof ends = [];
      return {
        post(message) {
          if (tab.isSuspended) return;
          for (const end of ends.filter((one) => one.name === name && !own.includes(one))) {
            queueMicrotask(() => end.hear(message));
          }
        },
        subscribe(listener) {
          const hear = (message: unknown) => {
            if (tab.isSuspended) missed.push(() => listener(message));
            else listener(message);
          };
          const end = { name, tab, hear };
          own.push(end);
          ends.push(end);
          return () => void ends.splice(ends.indexOf(end), 1);
        },
        close: () => undefined,
      };
    };
    const tab: FakeTab = {
      isSuspended: false,
      wake() {
        tab.isSuspended = false;
        for (const hear of missed.splice(0)) hear();
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
