/** Two reloads within this time, in ms, mean that reloading does not help. */
const helplessWithin = 60_000;

/** How long a page counts as being left after `beforeunload`, in ms. After that, the person has stayed. */
const LEAVING_MS = 30_000;

/** Time between the failure and the reload, in ms: Firefox ends imports just before it says that the page is left. */
const RELOAD_DELAY_MS = 250;

const mark = 'reloaded-for-missing-chunk';

/** What the recovery needs of the page. */
export type ChunkPort = {
  /** The window: the bundler reports there which part of the app could not be loaded (`vite:preloadError`). */
  events: EventTarget;
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  /** Whether the page would come back: there is a network, or a service worker answers for it. */
  canReload: () => boolean;
  reload: () => void;
  /** `setTimeout`. */
  delay: (run: () => void, ms: number) => unknown;
};

let isPending = false;

/** Returns true from a failed import until the reload that it caused: an error page would only flash. */
export const isReloadPending = (): boolean => isPending;

/**
 * A page that was opened before a deployment asks for parts that the server no longer has, if no
 * service worker kept them. It reloads, once, into the new build; when that does not help, or could
 * not work without a network, the error goes its usual way to the error page. Firefox reports parts that leaving the
 * page cut short, too: a reload would bring the person back to where they leave from.
 */
export function recoverFromMissingChunks(page: ChunkPort): void {
  let leftAt = Number.NEGATIVE_INFINITY;
  const leave = () => (leftAt = page.now());
  page.events.addEventListener('beforeunload', leave);
  page.events.addEventListener('pagehide', leave);
  page.events.addEventListener('pageshow', () => (leftAt = Number.NEGATIVE_INFINITY));
  const isLeaving = () => page.now() - leftAt < LEAVING_MS;
  const reload = () => {
    isPending = false;
    if (isLeaving()) return;
    page.memory.setItem(mark, String(page.now()));
    page.reload();
  };
  // Never `preventDefault()`: the bundler would resolve the import to `undefined`.
  page.events.addEventListener('vite:preloadError', () => {
    const last = Number(page.memory.getItem(mark) ?? Number.NEGATIVE_INFINITY);
    if (isPending || isLeaving()) return;
    if (!page.canReload() || page.now() - last < helplessWithin) return;
    isPending = true;
    page.delay(reload, RELOAD_DELAY_MS);
  });
}
