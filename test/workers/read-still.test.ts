import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawLabel } from '#test/film/draw-label.ts';
import { labelPicture } from '#test/film/label-picture.ts';
import { addGrain, grain } from '#test/film/noise.ts';
import { scaledPart } from '#test/film/scaled-part.ts';
import type { Luma } from '#test/film/scene.ts';
import { readCodes } from '#workers/decode.ts';
import { planAttempts, readStill, type ReadAttempt } from '#workers/read-still.ts';
import { prepareDecoder } from './prepare-decoder.ts';
import { toPixels } from './to-pixels.ts';

const labelOf = (number: number) =>
  `https://q.skylight.example/GGL_MK06_2070_24A17K3M_${String(number).padStart(4, '0')}`;

/** Poses of the labels: positions relative to the centre, sizes relative to the picture's height. */
const flat = { roll: 0, pitch: 0, yaw: 0 };
const PLACED_LABELS = [
  { text: labelOf(1), pose: { ...flat, x: -0.35, y: -0.25, side: 0.4 } },
  // This label is as small as from ten metres: it has less than two pixels per module when scaled down.
  { text: labelOf(2), pose: { ...flat, x: 0, y: 0.3, side: 0.06 } },
  { text: labelOf(3), pose: { ...flat, x: 0.45, y: 0.35, side: 0.055, roll: 0.4 } },
  { text: labelOf(4), pose: { x: -0.4, y: 0.3, side: 0.3, roll: 0.35, pitch: 0.6, yaw: 0.4 } },
  // This label is in the area that `addShadow` darkens.
  { text: labelOf(5), pose: { ...flat, x: 0.4, y: -0.2, side: 0.3, roll: -0.2 } },
  // This sticker has the same text as the first.
  { text: labelOf(1), pose: { ...flat, x: 0.02, y: -0.05, side: 0.12, roll: 1 } },
];

function drawnPicture(): Luma {
  const [width, height] = [2400, 1800];
  const picture = { width, height, data: new Uint8Array(width * height).fill(120) };
  for (const { text, pose } of PLACED_LABELS) drawLabel(picture, labelPicture(text), pose);
  addShadow(picture);
  addGrain(picture.data, grain(3, 5), 0);
  return picture;
}

/** Reduces the light to a third at the upper right. */
function addShadow({ width, height, data }: Luma): void {
  for (let y = 0; y < height / 2; y += 1) {
    for (let index = y * width + Math.round(width * 0.62); index < (y + 1) * width; index += 1) {
      data[index] = 12 + (data[index] ?? 0) / 3;
    }
  }
}

describe('a still picture', () => {
  beforeAll(prepareDecoder);

  it('is read completely: every label in it is returned once, whichever crop contains it', async () => {
    const picture = drawnPicture();
    const perAttempt: string[][] = [];
    const reading = await readStill(picture, async (attempt) => {
      const pixels = toPixels(scaledPart(picture, attempt));
      perAttempt.push(
        (await readCodes(pixels, attempt.part, attempt.pass)).hits.map(({ text }) => text),
      );
      return pixels;
    });
    const texts = PLACED_LABELS.map(({ text }) => text).toSorted();
    expect(reading.hits.map(({ text }) => text).toSorted()).toEqual(texts);
    expect(reading.hits[0]?.text).toBe(labelOf(1));
    // No single attempt finds all labels.
    for (const texts of perAttempt) expect(texts.length).toBeLessThan(PLACED_LABELS.length);
    for (const { text, corners } of reading.hits) {
      const x = corners.reduce((sum, corner) => sum + corner.x, 0) / 4;
      const y = corners.reduce((sum, corner) => sum + corner.y, 0) / 4;
      const isPlaced = PLACED_LABELS.some(
        ({ text: placedText, pose }) =>
          placedText === text &&
          Math.hypot(x - 1200 - pose.x * 1800, y - 900 - pose.y * 1800) < 180 * pose.side,
      );
      expect(isPlaced, `${text} at ${x}, ${y}`).toBe(true);
    }
  });
});

describe('the crops of a picture', () => {
  const side = fc.integer({ min: 1, max: 12_000 });

  it('are small, are inside the picture, and together cover it at full size', () => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        const attempts = planAttempts({ width, height });
        expect(attempts.slice(0, 2).map(({ pass }) => pass)).toEqual(['fast', 'thorough']);
        for (const { part, size } of attempts) {
          expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(2048);
          expect(part.x).toBeGreaterThanOrEqual(0);
          expect(part.y).toBeGreaterThanOrEqual(0);
          // Sides are rounded to whole scaled pixels.
          const pixel = part.width / size.width;
          expect(part.x + part.width).toBeLessThanOrEqual(width + pixel);
          expect(part.y + part.height).toBeLessThanOrEqual(height + pixel);
        }
        const parts = attempts.slice(2).filter(({ pass }) => pass === 'plain');
        const thoroughParts = attempts.slice(2).filter(({ pass }) => pass === 'thorough');
        expect(thoroughParts.map(({ part }) => part)).toEqual(
          Math.max(width, height) > 960 ? parts.map(({ part }) => part) : [],
        );
        const right = Math.max(...parts.map(({ part }) => part.x + part.width));
        const bottom = Math.max(...parts.map(({ part }) => part.y + part.height));
        expect(right).toBeGreaterThan(width - 3);
        expect(bottom).toBeGreaterThan(height - 3);
        for (const { part } of parts) {
          expect(part.x === 0 || hasNeighbour(parts, part.x, 'x', 'width')).toBe(true);
          expect(part.y === 0 || hasNeighbour(parts, part.y, 'y', 'height')).toBe(true);
        }
      }),
    );
  });

  /** True if another tile starts before the position and extends 500 pixels beyond it. */
  function hasNeighbour(
    parts: readonly ReadAttempt[],
    from: number,
    axis: 'x' | 'y',
    length: 'width' | 'height',
  ): boolean {
    return parts.some(({ part }) => part[axis] < from && part[axis] + part[length] > from + 500);
  }

  it('are few for pictures of the usual sizes', () => {
    expect(planAttempts({ width: 640, height: 480 })).toHaveLength(3);
    expect(planAttempts({ width: 1280, height: 960 })).toHaveLength(4);
    expect(planAttempts({ width: 4000, height: 3000 })).toHaveLength(14);
    expect(planAttempts({ width: 12_000, height: 9000 })).toHaveLength(14);
  });
});
