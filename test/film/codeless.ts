/** Pictures that resemble a code but contain none, drawn from a seed. The decoder must find no code in them. */
import { roof } from './film-frames.ts';
import { SIDE } from './hard-frames.ts';
import { blurSoftly, dim } from './light.ts';
import { addGrain, grain, randomNumbers } from './noise.ts';
import type { Luma } from './scene.ts';

export const CODELESS_KINDS = ['grating', 'bricks', 'text', 'moiré', 'corners'] as const;
type CodelessKind = (typeof CODELESS_KINDS)[number];

type Between = (from: number, to: number) => number;
/** Brightness of a pixel, 0 to 255. */
type Paint = (x: number, y: number) => number;

/** Letters of 5 × 7 pixels. Each row is a number of five bits. */
const LETTERS = [
  [14, 17, 17, 31, 17, 17, 17],
  [30, 17, 17, 30, 17, 17, 30],
  [14, 17, 16, 16, 16, 17, 14],
  [31, 16, 16, 30, 16, 16, 31],
  [17, 17, 17, 31, 17, 17, 17],
  [16, 16, 16, 16, 16, 16, 31],
  [14, 17, 17, 17, 17, 17, 14],
  [31, 4, 4, 4, 4, 4, 4],
  [14, 17, 1, 6, 8, 16, 31],
  [31, 1, 2, 6, 1, 17, 14],
] as const;

/** A finder pattern: seven by seven modules, three of them around a ring. */
function isFinder(row: number, column: number): boolean {
  const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
  return ring <= 3 && ring !== 2;
}

const PAINTS: Readonly<Record<CodelessKind, (between: Between) => Paint>> = {
  grating: (between) => {
    const [angle, period] = [between(0, Math.PI), between(4, 40)];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const isCrossed = between(0, 1) < 0.5;
    const isBar = (along: number) => (((along % period) + period) % period) * 2 < period;
    return (x, y) => {
      const bar = isBar(x * cos + y * sin);
      return (isCrossed ? bar !== isBar(y * cos - x * sin) : bar) ? 30 : 220;
    };
  },
  bricks: (between) => {
    const scale = between(0.5, 4);
    const tiles = roof({ width: SIDE, height: SIDE, framesPerSecond: 1 });
    return (x, y) =>
      tiles[(Math.floor(y * scale) % SIDE) * SIDE + (Math.floor(x * scale) % SIDE)] ?? 0;
  },
  text: (between) => {
    const size = Math.floor(between(2, 7));
    const line = Array.from({ length: 4096 }, () => Math.floor(between(0, LETTERS.length + 2)));
    return (x, y) => {
      const [row, column] = [Math.floor(y / size), Math.floor(x / size)];
      const letter = LETTERS[line[Math.floor(row / 9) * 61 + Math.floor(column / 6)] ?? 99];
      const bits = letter?.[row % 9] ?? 0;
      return (bits >> (4 - (column % 6))) & 1 && column % 6 < 5 ? 25 : 225;
    };
  },
  moiré: (between) => {
    const [first, second] = [between(3, 12), between(3, 12)];
    const [cx, cy, angle] = [between(0, SIDE), between(0, SIDE), between(0, Math.PI)];
    return (x, y) => {
      const rings = Math.sin((2 * Math.PI * Math.hypot(x - cx, y - cy)) / first);
      const bars = Math.sin((2 * Math.PI * (x * Math.cos(angle) + y * Math.sin(angle))) / second);
      return 127 + 50 * rings + 50 * bars;
    };
  },
  // The three corners of a code around random modules.
  corners: (between) => {
    const count = 17 + 4 * Math.floor(between(1, 6));
    const module = Math.floor(between(4, 9));
    const margin = Math.floor((SIDE - count * module) / 2);
    const inside = Array.from({ length: count * count }, () => between(0, 1) < 0.5);
    return (x, y) => {
      const [row, column] = [Math.floor((y - margin) / module), Math.floor((x - margin) / module)];
      if (row < 0 || column < 0 || row >= count || column >= count) return 220;
      const [down, right] = [Math.min(row, count - 1 - row), Math.min(column, count - 1 - column)];
      const isCorner = down < 8 && right < 8 && !(row > 8 && column > 8);
      const isInk = isCorner ? isFinder(down, right) : inside[row * count + column];
      return isInk ? 30 : 220;
    };
  },
};

/** Draws the picture of this kind with this number. */
export function codelessPicture(kind: CodelessKind, index: number): Luma {
  const random = randomNumbers(CODELESS_KINDS.indexOf(kind) * 15_485_863 + index * 7919 + 3);
  const between: Between = (from, to) => from + random() * (to - from);
  const paint = PAINTS[kind](between);
  const picture: Luma = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE) };
  for (let y = 0, index = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1, index += 1) picture.data[index] = paint(x, y);
  }
  blurSoftly(picture, between(0.3, 1.5));
  dim(picture, between(0.1, 1), between(0, 30));
  addGrain(picture.data, grain(between(1, 12), index + 5), 0);
  return picture;
}
