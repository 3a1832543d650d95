/**
 * Waits for an answer, but not for ever: IndexedDB may never answer a page whose server is gone.
 * @throws Error after `ms` milliseconds, and what the answer itself throws
 */
export function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB does not answer.')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
