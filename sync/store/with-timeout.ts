/**
 * Waits for an answer, but not for ever: IndexedDB may never answer a page whose server is gone.
 * @throws `failure` after `ms` milliseconds, and what the answer itself throws
 */
export function withTimeout<T>(
  answer: Promise<T>,
  ms: number,
  failure = new Error('IndexedDB does not answer.'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    // In two halves: a page that was suspended meanwhile gets its answer before the second is over.
    let timer = setTimeout(() => {
      timer = setTimeout(() => reject(failure), ms / 2);
    }, ms / 2);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
