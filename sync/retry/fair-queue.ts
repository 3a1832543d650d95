import { CallError } from '../http/call-error.ts';

/** What goes to the server one after the other, in one line of requests. */
export interface FairQueue<Item> {
  add(item: Item): void;
  /**
   * Does the work of the one whose turn it is; it is done with what the work answers.
   * @returns that one, and the answer
   * @throws what the work throws: it is still to be done, after the others where it may have failed for itself
   */
  next<Result>(work: (item: Item) => Promise<Result>): Promise<{ item: Item; result: Result }>;
}

/** Failures that may be about the one item alone: the server fails at it (500), or something in between blocks it. */
const stumbling: ReadonlySet<string> = new Set([
  'internal',
  'not_an_answer',
  'too_large_for_network',
]);

/**
 * In the order in which they came, but for those that fail in a way that may be their own: that is no verdict, so
 * they are not set aside (F17, F18), and it must not delay the others, so those come first (F04).
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const waiting = new Map<Item, number>();
  const first = () => {
    const [head, ...rest] = waiting;
    if (!head) throw new Error('Nobody waits for a turn.');
    return rest.reduce((least, one) => (one[1] < least[1] ? one : least), head);
  };
  return {
    add: (item) => void waiting.set(item, 0),
    async next(work) {
      const [item, stumbles] = first();
      try {
        const result = await work(item);
        waiting.delete(item);
        return { item, result };
      } catch (error) {
        if (error instanceof CallError && stumbling.has(error.code)) {
          waiting.set(item, stumbles + 1);
        }
        throw error;
      }
    },
  };
}
