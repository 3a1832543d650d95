import type { Luma } from './scene.ts';

/** A part of a picture, in its pixels, and the size to scale it to. */
interface ScaledPart {
  readonly part: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly size: { readonly width: number; readonly height: number };
}

/** Scales a part of a picture by averaging, as a browser does. */
export function scaledPart({ width, data }: Luma, { part, size }: ScaledPart): Luma {
  const result = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const [top, bottom] = sourceRange(part.y, part.height / size.height, y);
    for (let x = 0; x < size.width; x += 1) {
      const [left, right] = sourceRange(part.x, part.width / size.width, x);
      let sum = 0;
      for (let row = top; row < bottom; row += 1) {
        for (let column = left; column < right; column += 1) sum += data[row * width + column] ?? 0;
      }
      result[y * size.width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return { ...size, data: result };
}

function sourceRange(from: number, step: number, index: number): [number, number] {
  const first = Math.floor(from + index * step);
  return [first, Math.max(first + 1, Math.floor(from + (index + 1) * step))];
}
