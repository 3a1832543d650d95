/**
 * Maximum number of requests in a burst. A device's first start takes 34, including product guide and profile picture;
 * two are spare.
 */
export const BUDGET_CAPACITY = 36;
/**
 * Interval at which one request is added, in ms. Together with the capacity, this lets at most 60 requests pass in any
 * minute (F14).
 */
export const BUDGET_REFILL_MS = 2_500;

/**
 * Token bucket that limits background requests even if the network flaps. It never delays unsent
 * work.
 */
export interface RequestBudget {
  /**
   * Resolves when the request may be sent. On abort, resolves immediately and takes no token.
   * @param turn `first` goes ahead of all waiting requests
   */
  take(turn: 'first' | 'in_turn', signal?: AbortSignal): Promise<void>;
  /**
   * Refills the bucket. Call only for a reason that a flapping network can't fake: a user action,
   * or a change on the server.
   */
  refill(): void;
}

export function createRequestBudget(): RequestBudget {
  const pendingRequests: (() => void)[] = [];
  let remainingTokens = BUDGET_CAPACITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const release = () => {
    for (const start of pendingRequests.splice(0, remainingTokens)) {
      remainingTokens -= 1;
      start();
    }
    if (remainingTokens < BUDGET_CAPACITY) timer ??= setTimeout(addToken, BUDGET_REFILL_MS);
  };
  const addToken = () => {
    timer = undefined;
    // The bucket may have been refilled in the meantime.
    remainingTokens = Math.min(remainingTokens + 1, BUDGET_CAPACITY);
    release();
  };
  return {
    take: (turn, signal) =>
      new Promise((resolve) => {
        const start = () => {
          signal?.removeEventListener('abort', cancel);
          resolve();
        };
        const cancel = () => {
          pendingRequests.splice(pendingRequests.indexOf(start), 1);
          resolve();
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', cancel, { once: true });
        if (turn === 'first') pendingRequests.unshift(start);
        else pendingRequests.push(start);
        return release();
      }),
    refill() {
      remainingTokens = BUDGET_CAPACITY;
      release();
    },
  };
}
