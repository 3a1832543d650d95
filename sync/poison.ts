import type { Clock } from './ports.ts';

/** An item that made the server stumble this often, while others went well, is set aside. */
const TRIES = 3;

/**
 * Tells an item that the server stumbles over (500) from a server that is down: the first must not
 * hold the queue for ever (F04), the second must not make anything look refused (F08).
 */
export interface PoisonWatch {
  /**
   * @param lastGoodAt when the server last did something well, by the device's clock
   * @returns true when the item itself is to blame
   */
  stumbled(id: string, lastGoodAt: number | null): boolean;
}

export function createPoisonWatch(clock: Clock): PoisonWatch {
  const stumbles = new Map<string, { since: number; count: number }>();
  return {
    stumbled(id, lastGoodAt) {
      const before = stumbles.get(id) ?? { since: clock(), count: 0 };
      const count = before.count + 1;
      stumbles.set(id, { ...before, count });
      return count >= TRIES && lastGoodAt !== null && lastGoodAt > before.since;
    },
  };
}
