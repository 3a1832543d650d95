import type { Luma } from './scene.ts';

/** What the label is stuck on, where it bends away. */
const CARDBOARD = 140;

/**
 * A label around a pipe or a roll, as flat as the camera sees it.
 * @param angle half of what it covers of the round, in radians, under π/2
 * @param fall how far its sides lie below its middle, in parts of its side: it is looked at from above
 */
export function bend({ data, width, height }: Luma, angle: number, fall: number): Luma {
  const bent = new Uint8Array(width * height).fill(CARDBOARD);
  for (let column = 0; column < width; column += 1) {
    const turn = Math.asin(((2 * column) / width - 1) * Math.sin(angle));
    const from = Math.min(width - 1, Math.max(0, Math.round((turn / angle + 1) * (width / 2))));
    const drop = (fall * height * (1 - Math.cos(turn))) / (1 - Math.cos(angle));
    // The whole of it stays on the card: what falls at the sides rises in the middle.
    const shift = Math.round(drop - (fall * height) / 2);
    for (let row = 0; row < height; row += 1) {
      const source = row - shift;
      if (source < 0 || source >= height) continue;
      bent[row * width + column] = data[source * width + from] ?? CARDBOARD;
    }
  }
  return { width, height, data: bent };
}
