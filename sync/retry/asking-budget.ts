/** As many as the start of the app takes go at once. */
export const ASKS_AT_ONCE = 30;
/** Then one goes so often, in ms. Both together let no more than 60 through in any minute (F14). */
export const ASK_EVERY_MS = 2_000;

/**
 * What a device may ask of the server by itself, while nobody does anything and nothing happens: the last
 * to say no, whatever the network does. It holds nothing that a person has made.
 */
export interface AskingBudget {
  /**
   * Resolves when it may be asked, and at once where it is given up: then nothing is taken.
   * @param turn `first` goes before all others that wait
   * @param signal whoever waits gives up by it
   */
  take(turn: 'first' | 'in_turn', signal?: AbortSignal): Promise<void>;
  /** There is a reason to ask, which no network can make up: somebody acts, or something has changed. */
  refill(): void;
}

export function createAskingBudget(): AskingBudget {
  const waiting: (() => void)[] = [];
  let left = ASKS_AT_ONCE;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const serve = () => {
    for (const go of waiting.splice(0, left)) {
      left -= 1;
      go();
    }
    if (left < ASKS_AT_ONCE) timer ??= setTimeout(grow, ASK_EVERY_MS);
  };
  const grow = () => {
    timer = undefined;
    // It may have been filled meanwhile.
    left = Math.min(left + 1, ASKS_AT_ONCE);
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
      left = ASKS_AT_ONCE;
      serve();
    },
  };
}
