/** If a reload within this time (ms) didn't help, another won't. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Time after `beforeunload` in which the page counts as being left, in ms; later, the user has stayed. */
const LEAVING_MS = 30_000;

/**
 * Time between the failure and the reload, in ms, because Firefox aborts imports just before it reports that
 * the page is being left.
 */
const RELOAD_DELAY_MS = 250;

const RELOAD_MARK = 'reloaded-for-missing-chunk';

/** The part of the page that the recovery needs. */
type ChunkPort = {
  /** The window, where the bundler reports which part of the app couldn't be loaded (`vite:preloadError`). */
  events: EventTarget;
  memory: Pick<Storage, 'getItem' | 'setItem'>;
  now: () => number;
  /** True if the page would load again: from the service worker, or because the server responds. */
  canReload: () => Promise<boolean>;
  reload: () => void;
  /** `setTimeout`. */
  delay: (run: () => void, ms: number) => unknown;
};

/**
 * Decision on the reload that a failed import requested: `cancelled` because the page was being left, `failed`
 * because a reload didn't or couldn't help.
 */
type ReloadDecision = 'failed' | 'cancelled';

let pending: Promise<ReloadDecision> | null = null;

/**
 * Loads a part of the app. After a failure, waits until the reload is decided on, because an error page would
 * only flash. If the page stays, retries after a cancelled reload, and otherwise throws.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if ((await pending) === 'cancelled') return loadPart(load);
    throw new Error('A part of the app could not be loaded.', { cause });
  }
}

/**
 * A page opened before a deployment requests chunks that the server no longer has, unless a service worker
 * cached them. Reloads once into the new build. If that doesn't help, or the server doesn't respond, the error
 * reaches the error page, because a reload would replace the app with the browser's error page. Firefox also
 * reports imports aborted by leaving the page, where a reload would cancel the navigation.
 */
export function recoverFromMissingChunks(page: ChunkPort): void {
  let leftAt = Number.NEGATIVE_INFINITY;
  const markLeaving = () => (leftAt = page.now());
  page.events.addEventListener('beforeunload', markLeaving);
  page.events.addEventListener('pagehide', markLeaving);
  page.events.addEventListener('pageshow', () => (leftAt = Number.NEGATIVE_INFINITY));
  const isLeaving = () => page.now() - leftAt < LEAVING_MS;
  const decideReload = async (resolve: (decision: ReloadDecision) => void) => {
    const canReload = await page.canReload();
    const isCancelled = isLeaving();
    if (canReload && !isCancelled) {
      page.memory.setItem(RELOAD_MARK, String(page.now()));
      page.reload();
    }
    // Only runs if the page stays, because leaving and reloading end it.
    page.delay(
      () => {
        pending = null;
        resolve(isCancelled ? 'cancelled' : 'failed');
      },
      canReload || isCancelled ? LEAVING_MS : 0,
    );
  };
  // Never call `preventDefault()`, or the bundler would resolve the import to `undefined`.
  page.events.addEventListener('vite:preloadError', () => {
    const lastReloadAt = Number(page.memory.getItem(RELOAD_MARK) ?? Number.NEGATIVE_INFINITY);
    if (pending || isLeaving()) return;
    if (page.now() - lastReloadAt < MIN_RELOAD_INTERVAL_MS) return;
    pending = new Promise((resolve) =>
      page.delay(() => void decideReload(resolve), RELOAD_DELAY_MS),
    );
  });
}
