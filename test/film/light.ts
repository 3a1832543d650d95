/** What light does to a picture in grey, in place. Lengths in parts of the picture's height, angles in radians. */
import type { Luma } from './scene.ts';

/** A place in the picture, from its middle. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  /** From the middle of the spot to where it has lost most of its light. */
  readonly radius: number;
}

/** Changes every pixel: `of` gets its brightness (0 to 255) and its place, and answers with the new brightness. */
function relight(picture: Luma, of: (value: number, x: number, y: number) => number): void {
  const { data, width, height } = picture;
  for (let row = 0; row < height; row += 1) {
    const y = row / height - 0.5;
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const value = of(data[at] ?? 0, (column - width / 2) / height, y);
      data[at] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** Less light everywhere: what a sensor sees of it, over the black it never gets below. */
export function dim(picture: Luma, gain: number, black: number): void {
  const seen = Uint8ClampedArray.from({ length: 256 }, (_, value) => black + value * gain);
  const { data } = picture;
  for (let at = 0; at < data.length; at += 1) data[at] = seen[data[at] ?? 0] ?? 0;
}

/**
 * The shadow of a beam or an arm: one side of a line.
 * @param left what it leaves of the light, 0 to 1
 * @param offset how far the line is from the middle
 */
export function castShadow(picture: Luma, left: number, angle: number, offset: number): void {
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  const edge = 0.006;
  relight(picture, (value, x, y) => {
    const depth = Math.min(1, Math.max(0, (x * nx + y * ny - offset) / edge + 0.5));
    return value * (1 - depth * (1 - left));
  });
}

/** A lamp or the sun on glossy foil: light is added, and soon there is nothing but white. */
export function addGlare(picture: Luma, { x: sx, y: sy, radius }: Spot, strength: number): void {
  relight(picture, (value, x, y) => {
    const away = ((x - sx) ** 2 + (y - sy) ** 2) / (radius * radius);
    return value + strength * Math.exp(-away);
  });
}

/** A torch in the dark: its cone, and nearly nothing around it. */
export function lightByTorch(picture: Luma, { x: sx, y: sy, radius }: Spot, around: number): void {
  relight(picture, (value, x, y) => {
    const away = ((x - sx) ** 2 + (y - sy) ** 2) / (radius * radius);
    return value * (around + (1 - around) * Math.exp(-away));
  });
}

/**
 * What is mirrored by glass or foil: bars of light over everything.
 * @param strength how much light the brightest of them adds, in brightness steps
 * @param bars how many of them the picture's height has
 */
export function addReflection(
  picture: Luma,
  strength: number,
  angle: number,
  bars: number,
  phase: number,
): void {
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  relight(picture, (value, x, y) => {
    const wave = Math.sin(2 * Math.PI * (bars * (x * nx + y * ny) + phase));
    return value * (1 - strength / 600) + strength * Math.min(1, Math.max(0, 0.5 + 1.5 * wave));
  });
}

/** A hand that moves while the picture is taken: each pixel is the mean of a line through it. */
export function blurAlong(picture: Luma, pixels: number, angle: number): void {
  const { data, width, height } = picture;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const source = data.slice();
  const steps = Math.max(1, Math.round(pixels));
  const offsets = Array.from({ length: steps }, (_, step) => {
    const along = step - (steps - 1) / 2;
    return Math.round(along * dy) * width + Math.round(along * dx);
  });
  for (let at = 0; at < width * height; at += 1) {
    let sum = 0;
    for (const offset of offsets) sum += source[at + offset] ?? source[at] ?? 0;
    data[at] = sum / steps;
  }
}
