/**
 * Limits the wait for a result: IndexedDB may never respond after its process has died.
 * @throws `failure` after `ms` milliseconds, or the result's own error
 */
export function withTimeout<T>(
  result: Promise<T>,
  ms: number,
  failure = new Error("IndexedDB doesn't respond."),
): Promise<T> {
  return new Promise((resolve, reject) => {
    // Two timers: after a suspension, the result arrives before the second one fires.
    let timer = setTimeout(() => {
      timer = setTimeout(() => reject(failure), ms / 2);
    }, ms / 2);
    result.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
