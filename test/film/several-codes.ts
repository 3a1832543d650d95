/** Still pictures of several labels on a table or pallet, drawn from a seed. The same number yields the same bytes. */
import { drawLabel } from './draw-label.ts';
import { roof } from './film-frames.ts';
import { labelPicture } from './label-picture.ts';
import { blurSoftly, castShadow, dim, fade } from './light.ts';
import { addGrain, grain, randomNumbers } from './noise.ts';
import type { Luma } from './scene.ts';

interface LabelsPicture {
  readonly texts: readonly string[];
  readonly picture: Luma;
}

/** Share of cells that have a label. */
const FILLED = 0.75;
const [WIDTH, HEIGHT] = [1600, 1200];

/** Draws the picture with this number. A third of the pictures are dark. */
export function labelsPicture(index: number): LabelsPicture {
  const random = randomNumbers(index * 6151 + 29);
  const between = (from: number, to: number) => from + random() * (to - from);
  const format = { width: WIDTH, height: HEIGHT, framesPerSecond: 1 };
  const picture: Luma = { width: WIDTH, height: HEIGHT, data: roof(format) };
  const rows = 2 + (index % 2);
  const columns = Math.round((rows * WIDTH) / HEIGHT);
  const texts: string[] = [];
  for (let cell = 0; cell < rows * columns; cell += 1) {
    if (random() > FILLED) continue;
    const text = `https://q.skylight.example/GGL_MK06_2070_${String(index * 100 + cell).padStart(8, '0')}`;
    texts.push(text);
    drawLabel(picture, labelPicture(text), {
      x: ((cell % columns) + 0.5 + between(-0.1, 0.1) - columns / 2) / rows,
      y: (Math.floor(cell / columns) + 0.5 + between(-0.1, 0.1)) / rows - 0.5,
      side: between(0.35, 0.7) / rows,
      roll: between(0, 2 * Math.PI),
      pitch: between(-0.6, 0.6),
      yaw: between(-0.6, 0.6),
    });
  }
  blurSoftly(picture, between(0.4, 1.2));
  const isDark = index % 3 === 0;
  if (index % 2 === 0) castShadow(picture, between(0.3, 0.7), between(0, 6.28), between(-0.2, 0.2));
  dim(picture, isDark ? between(0.08, 0.2) : between(0.4, 0.9), between(4, 16));
  fade(picture, between(0, 0.6), between(0, 6.28));
  addGrain(picture.data, grain(isDark ? between(2, 5) : between(2, 9), index), 0);
  return { texts, picture };
}
