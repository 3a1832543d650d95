/** Pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A prime number, so that the grain differs between frames. */
const GRAIN_LENGTH = 65_521;

/** Creates sensor grain of about the given strength (standard deviation, in grey levels). */
export function grain(strength: number, seed: number): Int8Array {
  const random = randomNumbers(seed);
  // The sum of three uniform distributions approximates a normal one with deviation 0.5.
  return Int8Array.from({ length: GRAIN_LENGTH }, () =>
    Math.round((random() + random() + random() - 1.5) * 2 * strength),
  );
}

/** Adds grain to a picture in place; `frame` shifts it so that it flickers. */
export function addGrain(picture: Uint8Array, table: Int8Array, frame: number): void {
  let tableIndex = (frame * 9973) % table.length;
  for (let index = 0; index < picture.length; index += 1) {
    const value = (picture[index] ?? 0) + (table[tableIndex] ?? 0);
    picture[index] = value < 0 ? 0 : value > 255 ? 255 : value;
    tableIndex = tableIndex + 1 === table.length ? 0 : tableIndex + 1;
  }
}
