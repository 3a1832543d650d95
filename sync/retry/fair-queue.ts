import { CallError } from '../http/call-error.ts';

/** A queue of items that are sent one at a time. */
interface FairQueue<Item> {
  add(item: Item): void;
  /**
   * Runs the work for the next item, and removes the item on success.
   * @returns the item and the result
   * @throws the work's error. The item then stays in the queue, behind the others if it may have caused the error.
   */
  next<Result>(work: (item: Item) => Promise<Result>): Promise<{ item: Item; result: Result }>;
}

/** Failures that a single item may cause: the server crashes on that item (500), or a proxy blocks it. */
const itemFailureCodes: ReadonlySet<string> = new Set([
  'internal',
  'not_an_answer',
  'too_large_for_network',
]);

/**
 * Creates a queue that is first in, first out, except for items that may have caused their own
 * failure. These stay in the queue, because a failure isn't a verdict (F17, F18), but the others go
 * first (F04).
 */
export function createFairQueue<Item>(): FairQueue<Item> {
  const failureCounts = new Map<Item, number>();
  const nextEntry = () => {
    const [firstEntry, ...otherEntries] = failureCounts;
    if (!firstEntry) throw new Error('The queue is empty.');
    return otherEntries.reduce((best, entry) => (entry[1] < best[1] ? entry : best), firstEntry);
  };
  return {
    add: (item) => void failureCounts.set(item, 0),
    async next(work) {
      const [item, failureCount] = nextEntry();
      try {
        const result = await work(item);
        failureCounts.delete(item);
        return { item, result };
      } catch (error) {
        if (error instanceof CallError && itemFailureCodes.has(error.code)) {
          failureCounts.set(item, failureCount + 1);
        }
        throw error;
      }
    },
  };
}
