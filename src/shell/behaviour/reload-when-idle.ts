/** Minimum time between two automatic reloads, in ms. If a reload doesn't help, the user decides what to do. */
const REPEAT_MS = 60_000;
/** Session storage key of the time of the last automatic reload. */
export const RELOAD_MARK = 'reloaded-for-lost-storage';

interface IdleReloadPorts {
  readonly page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** True if the user isn't using the page and a reload loses nothing. */
  readonly isIdle: () => boolean;
  readonly reload: () => void;
}

/**
 * Reloads a page whose storage connection is lost: immediately if the user isn't using the page, otherwise when they
 * return to it. After WebKit loses its IndexedDB server, only a new document helps.
 * @returns a function that stops watching
 */
export function reloadWhenIdle({ page, memory, now, isIdle, reload }: IdleReloadPorts): () => void {
  const check = () => {
    const lastReloadAt = Number(memory.getItem(RELOAD_MARK) ?? Number.NEGATIVE_INFINITY);
    if (page.visibilityState !== 'visible' || !isIdle() || now() - lastReloadAt < REPEAT_MS) return;
    try {
      memory.setItem(RELOAD_MARK, String(now()));
    } catch {
      // Without the mark, the page could reload forever.
      return;
    }
    reload();
  };
  check();
  page.addEventListener('visibilitychange', check);
  return () => page.removeEventListener('visibilitychange', check);
}
