import type { Luma } from './scene.ts';

/** Grey level of the surface under the label, which is visible where the label bends away. */
const CARDBOARD = 140;

/**
 * Draws a label as it looks when bent around a pipe or a roll.
 * @param angle half the covered angle, in radians, below π/2
 * @param falloff how far the sides lie below the centre, relative to the side length, as seen from above
 */
export function bend({ data, width, height }: Luma, angle: number, falloff: number): Luma {
  const result = new Uint8Array(width * height).fill(CARDBOARD);
  for (let column = 0; column < width; column += 1) {
    const angleAtColumn = Math.asin(((2 * column) / width - 1) * Math.sin(angle));
    const sourceColumn = Math.min(
      width - 1,
      Math.max(0, Math.round((angleAtColumn / angle + 1) * (width / 2))),
    );
    const drop = (falloff * height * (1 - Math.cos(angleAtColumn))) / (1 - Math.cos(angle));
    // Keeps the label on the card: the centre rises as the sides fall.
    const shift = Math.round(drop - (falloff * height) / 2);
    for (let row = 0; row < height; row += 1) {
      const source = row - shift;
      if (source < 0 || source >= height) continue;
      result[row * width + column] = data[source * width + sourceColumn] ?? CARDBOARD;
    }
  }
  return { width, height, data: result };
}
