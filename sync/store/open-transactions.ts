import type { PageSignals } from '../ports.ts';

/* A page in the back-forward cache keeps its open transactions. In WebKit they block the databases
   of the next page, which then hangs while loading. Closing connections doesn't help, but
   aborting does. If the user returns to the page, the operations are repeated. */

const openTransactions = new Set<IDBTransaction>();
let isTracking = false;
let isCached = false;
/** Number of times transactions were aborted for the cache. */
let departureCount = 0;
/** Resolves when the page leaves the cache. */
let pageReturn = Promise.resolve();

/**
 * Aborts open transactions when the page enters the back-forward cache.
 * @returns a function that stops watching the page
 */
export function abortTransactionsOnLeave(pageSignals: Pick<PageSignals, 'subscribe'>): () => void {
  trackTransactions();
  let onReturn = () => {};
  const unsubscribe = pageSignals.subscribe((event) => {
    // A visible page isn't in the cache either, whichever event comes first.
    if (event === 'restored' || event === 'visible') onReturn();
    if (event !== 'cached') return;
    isCached = true;
    departureCount += 1;
    pageReturn = new Promise((resolve) => {
      onReturn = () => {
        isCached = false;
        resolve();
      };
    });
    for (const transaction of openTransactions) abort(transaction);
  });
  return () => {
    unsubscribe();
    // No later event would resolve the promise.
    onReturn();
  };
}

function trackTransactions(): void {
  if (isTracking) return;
  isTracking = true;
  const { prototype } = IDBDatabase;
  const { transaction: createTransaction } = prototype;
  prototype.transaction = function transaction(...args) {
    const transaction = createTransaction.apply(this, args);
    const untrack = () => openTransactions.delete(transaction);
    openTransactions.add(transaction);
    transaction.addEventListener('complete', untrack);
    transaction.addEventListener('abort', untrack);
    // Running code continues until the page is frozen, and can still open transactions.
    if (isCached) {
      departureCount += 1;
      queueMicrotask(() => abort(transaction));
    }
    return transaction;
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction is already committing.
  }
}

/**
 * Runs an operation of one transaction, and repeats the operation if it was aborted because the page entered the
 * cache. Starts nothing while the page is cached.
 * @throws other errors of the operation
 */
export async function retryAfterReturn<T>(operation: () => Promise<T>): Promise<T> {
  for (;;) {
    await pageReturn;
    const departuresBefore = departureCount;
    try {
      return await operation();
    } catch (error) {
      if (departureCount === departuresBefore) throw error;
    }
  }
}
