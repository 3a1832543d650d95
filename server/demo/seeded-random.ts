import { stableUuid } from '../stable-uuid.ts';

/** Returns pseudo-random numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Creates a small generator (mulberry32). The same seed produces the same sequence on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns an integer from `min` to `max`, both inclusive. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Returns one of the choices. Throws if there are none. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('There are no choices to pick from.');
  return choice;
}

/** Derives a stable id from a name. */
export function demoUuid(name: string): string {
  return stableUuid(`installer-club-demo:${name}`);
}
