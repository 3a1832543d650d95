/** A value that the screen can follow: what `useSyncExternalStore` takes, and nothing else. */
export interface Readable<T> {
  current: () => T;
  subscribe: (listener: () => void) => () => void;
}

/** A `Readable` that its owner can change. Listeners hear of a change only when the value is another. */
export interface Writable<T> extends Readable<T> {
  set: (value: T) => void;
}

export function writable<T>(initial: T): Writable<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    current: () => value,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (next) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
  };
}
