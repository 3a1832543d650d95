/** The edges of the device that the sync stands on; the app hands in the browser's, tests their own. */

/** A small store of text that all tabs share. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Tells of changes that other tabs made. */
  subscribe(listener: () => void): () => void;
}

/**
 * `pushed`: a push message has come, so there is something new, and a network. `cached`: the page goes into the
 * back-forward cache. `restored`: it comes out of it, where the browser may have taken its locks; `visible` follows.
 */
export type PageSignal =
  | 'online'
  | 'offline'
  | 'visible'
  | 'hidden'
  | 'pushed'
  | 'cached'
  | 'restored';

/** What the browser says of the network and of the page. Hints only: a probe decides. */
export interface PageSignals {
  online(): boolean;
  visible(): boolean;
  subscribe(listener: (event: PageSignal) => void): () => void;
}

/** A lock while its work runs. */
export interface HeldLock {
  /** Aborts when another tab has the lock: this one was suspended, and silent for too long. */
  readonly lost: AbortSignal;
  /**
   * Whether it is still held, as the store says that all tabs share: a tab that was just woken hears of `lost` too
   * late. Asked before something is sent or written that must happen once. Never rejects.
   */
  isMine(): Promise<boolean>;
}

/** Exclusive locks over all tabs of the origin. A tab that stays silent for seconds loses them. */
export interface Locks {
  /**
   * Runs the work once the lock is held, and ends as it does; an abort gives up the waiting (rejects with AbortError).
   * @param work with the lock; without one it can't be lost
   * @param onSilence told, while waiting, when the holder does not answer (any more)
   */
  run<T>(
    name: string,
    work: (held?: HeldLock) => Promise<T>,
    signal?: AbortSignal,
    onSilence?: (isSilent: boolean) => void,
  ): Promise<T>;
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
