import type { Luma } from '#test/film/scene.ts';
import type { Pixels } from '#workers/frame.ts';

/** Converts a greyscale picture for the decoder. */
export function toPixels({ width, height, data }: Luma): Pixels {
  const rgba = new Uint8ClampedArray(data.length * 4).fill(255);
  for (let index = 0; index < data.length; index += 1) {
    const value = data[index] ?? 0;
    rgba[4 * index] = value;
    rgba[4 * index + 1] = value;
    rgba[4 * index + 2] = value;
  }
  return { width, height, data: rgba };
}
