/** As many as the start of the app takes go at once. */
export const BUDGET_CAPACITY = 30;
/** Then one goes so often, in ms. Both together let no more than 60 through in any minute (F14). */
export const BUDGET_REFILL_MS = 2_000;

/**
 * What a device may ask of the server by itself, while nobody does anything and nothing happens: the last
 * to say no, whatever the network does. It holds nothing that a person has made.
 */
export interface RequestBudget {
  /**
   * Resolves when it may be asked, and at once where it is given up: then nothing is taken.
   * @param turn `first` goes before all others that wait
   * @param signal whoever waits gives up by it
   */
  take(turn: 'first' | 'in_turn', signal?: AbortSignal): Promise<void>;
  /** There is a reason to ask, which no network can make up: somebody acts, or something has changed. */
  refill(): void;
}

export function createRequestBudget(): RequestBudget {
  const waiting: (() => void)[] = [];
  let left = BUDGET_CAPACITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const serve = () => {
    for (const go of waiting.splice(0, left)) {
      left -= 1;
      go();
    }
    if (left < BUDGET_CAPACITY) timer ??= setTimeout(grow, BUDGET_REFILL_MS);
  };
  const grow = () => {
    timer = undefined;
    // It may have been filled meanwhile.
    left = Math.min(left + 1, BUDGET_CAPACITY);
    serve();
  };
  return {
    take: (turn, signal) =>
      new Promise((resolve) => {
        const go = () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(go), 1);
          resolve();
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', leave, { once: true });
        waiting[turn === 'first' ? 'unshift' : 'push'](go);
        return serve();
      }),
    refill() {
      left = BUDGET_CAPACITY;
      serve();
    },
  };
}
