/** An item that made the server stumble this often, while others went well, is set aside. */
const TRIES = 3;

/**
 * Tells an item that the server stumbles over (500) from a server that is down: the first must not
 * hold the queue for ever (F04), the second must not make anything look refused (F08).
 */
export interface PoisonWatch {
  /**
   * @param successes how often the server has done something well so far: a count, because a device's
   *   clock may jump (F33)
   * @returns true when the item itself is to blame
   */
  stumbled(id: string, successes: number): boolean;
}

export function createPoisonWatch(): PoisonWatch {
  const stumbles = new Map<string, { successes: number; count: number }>();
  return {
    stumbled(id, successes) {
      const before = stumbles.get(id) ?? { successes, count: 0 };
      const count = before.count + 1;
      stumbles.set(id, { ...before, count });
      return count >= TRIES && successes > before.successes;
    },
  };
}
