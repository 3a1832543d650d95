/** Ports to the device. The app passes the browser's implementations; tests pass their own. */

/** Small text store shared by all tabs. */
export interface KeyValue {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
  /** Calls the listener after other tabs have changed the store. */
  subscribe(listener: () => void): () => void;
}

/**
 * `pushed`: a push message arrived, so the server has changes and can be reached. `cached`: the
 * page enters the back-forward cache. `restored`: it leaves that cache, where the browser may have
 * released its locks; `visible` follows.
 */
export type PageSignal =
  | 'online'
  | 'offline'
  | 'visible'
  | 'hidden'
  | 'pushed'
  | 'cached'
  | 'restored';

/**
 * Connection and visibility as the browser reports them. The connection is only a hint: a probe decides
 * whether the server can be reached.
 */
export interface PageSignals {
  online(): boolean;
  visible(): boolean;
  subscribe(listener: (event: PageSignal) => void): () => void;
}

/** A held lock, as passed to the work that runs under it. */
export interface HeldLock {
  /** Aborts when another tab takes the lock because this one was suspended and silent for too long. */
  readonly lossSignal: AbortSignal;
  /**
   * True if the lock is still held according to the shared store. A tab that has just woken up learns
   * of the loss from `lossSignal` too late, so check this before anything that must happen only once.
   * Never rejects.
   */
  isStillHeld(): Promise<boolean>;
}

/** Exclusive locks across all tabs of the origin. A tab that is silent for seconds loses them. */
export interface Locks {
  /**
   * Runs the work while holding the lock, and settles with its result. Aborting the signal stops waiting for the
   * lock, and rejects with an AbortError.
   * @param work gets the lock, or nothing if it can't be lost
   * @param onSilence called while waiting, when the holder stops or resumes responding
   */
  run<T>(
    name: string,
    work: (lock?: HeldLock) => Promise<T>,
    signal?: AbortSignal,
    onSilence?: (isSilent: boolean) => void,
  ): Promise<T>;
}

/** Messages between the tabs of one account. A tab doesn't receive its own. */
export interface TabChannel {
  post(message: unknown): void;
  subscribe(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** Milliseconds since 1970, by the device's clock. */
export type Clock = () => number;

/** Generates a UUID. */
export type NewId = () => string;
