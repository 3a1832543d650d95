import { CallError } from '../http/call-error.ts';

/** What goes to the server one after the other, in one line of requests. */
export interface Turns<Item> {
  add(item: Item): void;
  /**
   * Does the work of the one whose turn it is; it is done with what the work answers.
   * @returns that one, and the answer
   * @throws what the work throws: it keeps its place, but the server has stumbled over it
   */
  next<Result>(work: (item: Item) => Promise<Result>): Promise<{ item: Item; result: Result }>;
}

/**
 * In the order in which they came, but for those that the server stumbles over (500): that judges nothing, so
 * they are not set aside (F17), and they hold nobody up, so the others come first (F04).
 */
export function createTurns<Item>(): Turns<Item> {
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
        if (error instanceof CallError && error.code === 'internal') {
          waiting.set(item, stumbles + 1);
        }
        throw error;
      }
    },
  };
}
