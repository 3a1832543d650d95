import type { PageSignals } from '../ports.ts';

/*
 * A page in the back-forward cache keeps its open transactions, and in WebKit they block the next page's
 * databases: it hangs while loading. Closing connections doesn't help, aborting does. The operations are
 * repeated if the user returns to the page.
 */

const open = new Set<IDBTransaction>();
let isTracking = false;
let isCached = false;
/** Number of times transactions were aborted for the cache. */
let departures = 0;
/** Resolves when the page leaves the cache. */
let returned = Promise.resolve();

/** Aborts open transactions when the page enters the back-forward cache. @returns a function that stops it */
export function abortTransactionsOnLeave(wake: Pick<PageSignals, 'subscribe'>): () => void {
  trackTransactions();
  let onReturn = () => {};
  const stop = wake.subscribe((event) => {
    // A visible page isn't in the cache either, whichever event comes first.
    if (event === 'restored' || event === 'visible') onReturn();
    if (event !== 'cached') return;
    isCached = true;
    departures += 1;
    returned = new Promise((resolve) => {
      onReturn = () => {
        isCached = false;
        resolve();
      };
    });
    for (const transaction of open) abort(transaction);
  });
  return () => {
    stop();
    // No later event would resolve it.
    onReturn();
  };
}

function trackTransactions(): void {
  if (isTracking) return;
  isTracking = true;
  const { prototype } = IDBDatabase;
  const { transaction: begin } = prototype;
  prototype.transaction = function transaction(...input) {
    const started = begin.apply(this, input);
    const forget = () => open.delete(started);
    open.add(started);
    started.addEventListener('complete', forget);
    started.addEventListener('abort', forget);
    // Running code continues until the page is frozen.
    if (isCached) {
      departures += 1;
      queueMicrotask(() => abort(started));
    }
    return started;
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already committing.
  }
}

/**
 * Runs an operation of one transaction, and repeats it if entering the cache aborted it. Starts nothing while
 * cached.
 * @throws other errors of the operation
 */
export async function retryAfterReturn<T>(operation: () => Promise<T>): Promise<T> {
  for (;;) {
    await returned;
    const before = departures;
    try {
      return await operation();
    } catch (error) {
      if (departures === before) throw error;
    }
  }
}
