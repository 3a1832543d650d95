/** The edges of the device that the sync stands on; the app hands in the browser's, tests their own. */

/** A small store of text that all tabs share. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Tells of changes that other tabs made. */
  subscribe(listener: () => void): () => void;
}

/** `pushed`: a push message has come, so there is something new, and a network. */
export type WakeEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'pushed';

/** What the browser says of the network and of the page. Hints only: a probe decides. */
export interface Wake {
  online(): boolean;
  visible(): boolean;
  subscribe(listener: (event: WakeEvent) => void): () => void;
}

/** Exclusive locks over all tabs of the origin. */
export interface Locks {
  /** Runs the work once the lock is held; an abort gives up the waiting (rejects with AbortError). */
  run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Messages between the tabs of one account. A tab does not hear itself. */
export interface TabChannel {
  post(message: unknown): void;
  subscribe(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** Milliseconds since 1970 by the device's clock. */
export type Clock = () => number;

/** A new identifier (UUID). */
export type NewId = () => string;
