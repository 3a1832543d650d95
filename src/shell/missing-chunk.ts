/** If a reload within this time (ms) didn't help, another won't. */
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Time after `beforeunload` during which the page counts as unloading, in ms; after that, the user has stayed. */
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

let pendingDecision: Promise<ReloadDecision> | null = null;

/**
 * Loads a part of the app. After a failure, waits until it is decided whether the page is reloaded, because an error
 * page would otherwise appear for a moment. If the page stays, it tries again after a cancelled reload, and otherwise
 * throws.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    if ((await pendingDecision) === 'cancelled') return loadPart(load);
    throw new Error('A part of the app could not be loaded.', { cause });
  }
}

/**
 * Reloads the page once into the new build if a chunk is missing. A page opened before a deployment requests chunks
 * that the server no longer has, unless a service worker cached them. If the reload doesn't help, the app shows its
 * error page. It also does so if the server doesn't respond, because a reload would then replace the app with the
 * browser's error page. Firefox also reports imports that were aborted because the user is leaving the page. In that
 * case, there is no reload, because it would cancel the navigation.
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
    // This only runs if the page stays, because leaving or reloading the page also ends its timers.
    page.delay(
      () => {
        pendingDecision = null;
        resolve(isCancelled ? 'cancelled' : 'failed');
      },
      canReload || isCancelled ? LEAVING_MS : 0,
    );
  };
  // Never call `preventDefault()`, or the bundler would resolve the import to `undefined`.
  page.events.addEventListener('vite:preloadError', () => {
    const lastReloadAt = Number(page.memory.getItem(RELOAD_MARK) ?? Number.NEGATIVE_INFINITY);
    if (pendingDecision || isLeaving()) return;
    if (page.now() - lastReloadAt < MIN_RELOAD_INTERVAL_MS) return;
    pendingDecision = new Promise((resolve) =>
      page.delay(() => void decideReload(resolve), RELOAD_DELAY_MS),
    );
  });
}
