/** A stream of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A prime length, so that the grain does not stand still from frame to frame. */
const GRAIN_LENGTH = 65_521;

/** Sensor grain of about the given strength (standard deviation, in brightness steps). */
export function grain(strength: number, seed: number): Int8Array {
  const random = randomNumbers(seed);
  // The sum of three even distributions is near enough to a bell, with deviation 0.5.
  return Int8Array.from({ length: GRAIN_LENGTH }, () =>
    Math.round((random() + random() + random() - 1.5) * 2 * strength),
  );
}

/** Adds grain to a picture in place; `frame` shifts it so that it flickers. */
export function addGrain(picture: Uint8Array, table: Int8Array, frame: number): void {
  let at = (frame * 9973) % table.length;
  for (let index = 0; index < picture.length; index += 1) {
    const value = (picture[index] ?? 0) + (table[at] ?? 0);
    picture[index] = value < 0 ? 0 : value > 255 ? 255 : value;
    at = at + 1 === table.length ? 0 : at + 1;
  }
}
