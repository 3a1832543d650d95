import type { PageSignals } from '../ports.ts';

/*
 * A page that goes into the back-forward cache keeps its open transactions, and in WebKit they block the databases for
 * the page that comes next: it waits at "Loading". Closing the connections does not help, aborting does. The
 * operations are repeated if the person comes back to the page.
 */

const open = new Set<IDBTransaction>();
let isTracking = false;
let isCached = false;
/** How often transactions were aborted because the page was in the cache. */
let departures = 0;
/** Resolves when the page is out of the cache. */
let returned = Promise.resolve();

/** Aborts this page's open transactions whenever it goes into the back-forward cache. @returns ends it */
export function abortTransactionsOnLeave(wake: Pick<PageSignals, 'subscribe'>): () => void {
  trackTransactions();
  let comeBack = () => {};
  const stop = wake.subscribe((event) => {
    // Whichever comes first: a visible page is not in the cache.
    if (event === 'restored' || event === 'visible') comeBack();
    if (event !== 'cached') return;
    isCached = true;
    departures += 1;
    returned = new Promise((resolve) => {
      comeBack = () => {
        isCached = false;
        resolve();
      };
    });
    for (const transaction of open) abort(transaction);
  });
  return () => {
    stop();
    // No event would resolve it any more.
    comeBack();
  };
}

function trackTransactions(): void {
  if (isTracking) return;
  isTracking = true;
  const { prototype } = IDBDatabase;
  const { transaction: begin } = prototype;
  prototype.transaction = function transaction(...input) {
    const begun = begin.apply(this, input);
    const forget = () => open.delete(begun);
    open.add(begun);
    begun.addEventListener('complete', forget);
    begun.addEventListener('abort', forget);
    // Work that was under way goes on until the page is frozen.
    if (isCached) {
      departures += 1;
      queueMicrotask(() => abort(begun));
    }
    return begun;
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed.
  }
}

/**
 * Does what is one transaction, and does it again when leaving the page has aborted it; in the cache nothing starts.
 * @throws what the operation throws for another reason
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
