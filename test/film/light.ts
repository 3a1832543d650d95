/**
 * Lighting effects on a greyscale picture, in place. Lengths are relative to the picture's height, angles in
 * radians.
 */
import type { Luma } from './scene.ts';

/** A position relative to the picture's centre. */
interface Spot {
  readonly x: number;
  readonly y: number;
  /** Distance from the centre at which most of the light has faded. */
  readonly radius: number;
}

/** Maps every pixel: `shadeAt` gets its brightness (0 to 255) and position, and returns the new brightness. */
function relight(picture: Luma, shadeAt: (value: number, x: number, y: number) => number): void {
  const { data, width, height } = picture;
  for (let row = 0; row < height; row += 1) {
    const y = row / height - 0.5;
    for (let column = 0; column < width; column += 1) {
      const index = row * width + column;
      const value = shadeAt(data[index] ?? 0, (column - width / 2) / height, y);
      data[index] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
}

/** Dims the picture, above the sensor's black level. */
export function dim(picture: Luma, gain: number, black: number): void {
  const levels = Uint8ClampedArray.from({ length: 256 }, (_, value) => black + value * gain);
  const { data } = picture;
  for (let index = 0; index < data.length; index += 1) data[index] = levels[data[index] ?? 0] ?? 0;
}

/**
 * Casts the shadow of a beam or an arm on one side of a line.
 * @param remainingLight remaining light, 0 to 1
 * @param offset distance of the line from the centre
 */
export function castShadow(
  picture: Luma,
  remainingLight: number,
  angle: number,
  offset: number,
): void {
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  const edge = 0.006;
  relight(picture, (value, x, y) => {
    const depth = Math.min(1, Math.max(0, (x * nx + y * ny - offset) / edge + 0.5));
    return value * (1 - depth * (1 - remainingLight));
  });
}

/** Adds the glare of a lamp or the sun on glossy foil, which saturates to white. */
export function addGlare(picture: Luma, { x: sx, y: sy, radius }: Spot, strength: number): void {
  relight(picture, (value, x, y) => {
    const distance = ((x - sx) ** 2 + (y - sy) ** 2) / (radius * radius);
    return value + strength * Math.exp(-distance);
  });
}

/** Lights the picture with a torch: a bright circle in nearly dark surroundings. */
export function lightByTorch(
  picture: Luma,
  { x: sx, y: sy, radius }: Spot,
  ambientLight: number,
): void {
  relight(picture, (value, x, y) => {
    const distance = ((x - sx) ** 2 + (y - sy) ** 2) / (radius * radius);
    return value * (ambientLight + (1 - ambientLight) * Math.exp(-distance));
  });
}

/**
 * Adds reflections of glass or foil: bars of light across the picture.
 * @param strength brightness added by the brightest bar, in grey levels
 * @param bars number of bars per picture height
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

/** Motion blur: each pixel is the mean of a line through it. */
export function blurAlong(picture: Luma, pixels: number, angle: number): void {
  const { data, width, height } = picture;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const source = data.slice();
  const steps = Math.max(1, Math.round(pixels));
  const offsets = Array.from({ length: steps }, (_, step) => {
    const offset = step - (steps - 1) / 2;
    return Math.round(offset * dy) * width + Math.round(offset * dx);
  });
  for (let index = 0; index < width * height; index += 1) {
    let sum = 0;
    for (const offset of offsets) sum += source[index + offset] ?? source[index] ?? 0;
    data[index] = sum / steps;
  }
}

/** Darkens the picture evenly towards one side; the far edge loses the given share of its light. */
export function fade(picture: Luma, share: number, angle: number): void {
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  relight(
    picture,
    (value, x, y) => value * (1 - share * Math.min(1, Math.max(0, x * nx + y * ny + 0.5))),
  );
}

/** Gaussian blur, in one direction after the other. */
export function blurSoftly({ data, width, height }: Luma, deviation: number): void {
  const reach = Math.ceil(2.5 * deviation);
  const weights = Float32Array.from({ length: reach + 1 }, (_, distance) =>
    Math.exp(-(distance ** 2) / (2 * deviation ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + 2 * weight, 0) - 1;
  const along = (source: Uint8Array, start: number, length: number, step: number) => {
    const last = start + (length - 1) * step;
    for (let index = start; index <= last; index += step) {
      let sum = source[index] ?? 0;
      for (let distance = 1; distance <= reach; distance += 1) {
        const before = Math.max(start, index - distance * step);
        const after = Math.min(last, index + distance * step);
        sum += ((source[before] ?? 0) + (source[after] ?? 0)) * (weights[distance] ?? 0);
      }
      data[index] = sum / total + 0.5;
    }
  };
  const original = data.slice();
  for (let row = 0; row < height; row += 1) along(original, row * width, width, 1);
  const blurredRows = data.slice();
  for (let column = 0; column < width; column += 1) along(blurredRows, column, height, width);
}
