/** If a reload within this time, in ms, didn't help, another won't. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/**
 * Time after `beforeunload` during which the page counts as being left, in ms; after that the person has
 * stayed.
 */
const LEAVING_MS = 30_000;

/** Time between the failure and the reload, in ms: Firefox ends imports just before it says that the page is left. */
const RELOAD_DELAY_MS = 250;

const RELOAD_MARK = 'reloaded-for-missing-chunk';

/** The part of the page that the recovery needs. */
type ChunkPort = {
  /** The window: the bundler reports there which part of the app could not be loaded (`vite:preloadError`). */
  events: EventTarget;
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  /** True if the page would load again: online, or controlled by a service worker. */
  canReload: () => boolean;
  reload: () => void;
  /** `setTimeout`. */
  delay: (run: () => void, ms: number) => unknown;
};

let isPending = false;

/** Returns true from a failed import until the reload that it caused: an error page would only flash. */
export const isReloadPending = (): boolean => isPending;

/**
 * A page opened before a deployment requests chunks that the server no longer has, if no service worker
 * cached them. Reloads once into the new build; if that doesn't help, or there is no network, the error
 * reaches the error page. Firefox also reports imports cut short by leaving the page: a reload would cancel
 * the navigation.
 */
export function recoverFromMissingChunks(page: ChunkPort): void {
  let leftAt = Number.NEGATIVE_INFINITY;
  const markLeaving = () => (leftAt = page.now());
  page.events.addEventListener('beforeunload', markLeaving);
  page.events.addEventListener('pagehide', markLeaving);
  page.events.addEventListener('pageshow', () => (leftAt = Number.NEGATIVE_INFINITY));
  const isLeaving = () => page.now() - leftAt < LEAVING_MS;
  const reload = () => {
    isPending = false;
    if (isLeaving()) return;
    page.memory.setItem(RELOAD_MARK, String(page.now()));
    page.reload();
  };
  // Never `preventDefault()`: the bundler would resolve the import to `undefined`.
  page.events.addEventListener('vite:preloadError', () => {
    const last = Number(page.memory.getItem(RELOAD_MARK) ?? Number.NEGATIVE_INFINITY);
    if (isPending || isLeaving()) return;
    if (!page.canReload() || page.now() - last < MIN_RELOAD_INTERVAL_MS) return;
    isPending = true;
    page.delay(reload, RELOAD_DELAY_MS);
  });
}
