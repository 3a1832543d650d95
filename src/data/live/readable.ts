/** An observable value in the shape that `useSyncExternalStore` expects. */
export interface Readable<T> {
  current: () => T;
  subscribe: (listener: () => void) => () => void;
}

/** A `Readable` that its owner can set. Calls listeners only if the value differs. */
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
    set: (newValue) => {
      if (Object.is(value, newValue)) return;
      value = newValue;
      for (const listener of [...listeners]) listener();
    },
  };
}
