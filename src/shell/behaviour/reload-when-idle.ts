/** A page does not reload for this reason more often, in ms: where it does not help, the person decides. */
const REPEAT_MS = 60_000;
const MARK = 'reloaded-for-lost-storage';

interface RestPorts {
  readonly page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  readonly now: () => number;
  /** Whether the person is not using the page and nothing would be lost by a reload. */
  readonly isAtRest: () => boolean;
  readonly reload: () => void;
}

/**
 * Reloads a page that can't read its storage any more, when the person comes back to it, or at once where they are not
 * using it. After WebKit has lost its IndexedDB server nothing but a new document helps.
 * @returns ends it
 */
export function reloadWhenIdle({ page, memory, now, isAtRest, reload }: RestPorts): () => void {
  const look = () => {
    const last = Number(memory.getItem(MARK) ?? Number.NEGATIVE_INFINITY);
    if (page.visibilityState !== 'visible' || !isAtRest() || now() - last < REPEAT_MS) return;
    try {
      memory.setItem(MARK, String(now()));
    } catch {
      // Without the mark it could reload for ever.
      return;
    }
    reload();
  };
  look();
  page.addEventListener('visibilitychange', look);
  return () => page.removeEventListener('visibilitychange', look);
}
