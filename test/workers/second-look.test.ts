import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawLabel } from '#test/film/draw-label.ts';
import { codePicture } from '#test/film/label-picture.ts';
import { randomNumbers } from '#test/film/noise.ts';
import type { Luma } from '#test/film/scene.ts';
import type { Corners, Point } from '#workers/frame.ts';
import {
  PATCH_SIDE,
  flatten,
  isWorthSecondLook,
  computeRowMeans,
  patchToFrame,
  sumAreas,
} from '#workers/second-look.ts';

/** The code is in the middle of the patch, with a margin of a tenth of its side. */
const EDGE = PATCH_SIDE / 12;
const INNER: Corners = [
  { x: EDGE, y: EDGE },
  { x: PATCH_SIDE - EDGE, y: EDGE },
  { x: PATCH_SIDE - EDGE, y: PATCH_SIDE - EDGE },
  { x: EDGE, y: PATCH_SIDE - EDGE },
];

/** Quadrilaterals that look like a tilted square: a square whose corners move by less than a third of its side. */
const quads: fc.Arbitrary<Corners> = fc
  .record({
    x: fc.double({ min: 150, max: 500, noNaN: true }),
    y: fc.double({ min: 150, max: 500, noNaN: true }),
    half: fc.double({ min: 30, max: 140, noNaN: true }),
    turn: fc.double({ min: 0, max: 7, noNaN: true }),
    shifts: fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), {
      minLength: 8,
      maxLength: 8,
    }),
  })
  .map(({ x, y, half, turn, shifts }) => {
    const corner = (index: number): Point => {
      const angle = turn + (index * Math.PI) / 2;
      return {
        x: x + half * (Math.SQRT2 * Math.cos(angle) + (shifts[2 * index] ?? 0)),
        y: y + half * (Math.SQRT2 * Math.sin(angle) + (shifts[2 * index + 1] ?? 0)),
      };
    };
    return [corner(0), corner(1), corner(2), corner(3)];
  });

const greys: fc.Arbitrary<Luma> = fc
  .record({ side: fc.integer({ min: 1, max: 40 }), seed: fc.nat() })
  .map(({ side, seed }) => {
    const random = randomNumbers(seed);
    const data = Uint8Array.from({ length: side * side }, () => random() * 256);
    return { width: side, height: side, data };
  });

describe('a second look at a code', () => {
  it('maps the corners of the patch’s code back to the corners in the frame', () => {
    fc.assert(
      fc.property(quads, (corners) => {
        const toFrame = patchToFrame(corners);
        INNER.forEach((corner, index) => {
          const { x, y } = toFrame(corner);
          expect(x).toBeCloseTo(corners[index]?.x ?? 0, 6);
          expect(y).toBeCloseTo(corners[index]?.y ?? 0, 6);
        });
      }),
    );
  });

  it('keeps straight lines straight', () => {
    fc.assert(
      fc.property(quads, fc.double({ min: 0, max: 1, noNaN: true }), (corners, share) => {
        const toFrame = patchToFrame(corners);
        const y = PATCH_SIDE * share;
        const [a, b, c] = [0, 70, PATCH_SIDE].map((x) => toFrame({ x, y }));
        if (!a || !b || !c) throw new Error('A point is missing.');
        const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
        expect(area / Math.hypot(c.x - a.x, c.y - a.y)).toBeCloseTo(0, 6);
      }),
    );
  });

  it('shows every module of a pale code in uneven light', () => {
    const random = randomNumbers(5);
    const ink = Array.from({ length: 21 * 21 }, () => random() < 0.5);
    const card = codePicture(21, (row, column) => ink[row * 21 + column] ?? false);
    const frame: Luma = { width: 480, height: 480, data: new Uint8Array(480 * 480).fill(150) };
    const flat = { roll: 0, pitch: 0, yaw: 0 };
    // The card of 29 modules is 290 pixels wide.
    drawLabel(frame, card, { x: 0, y: 0, side: 290 / 480, ...flat });
    for (let index = 0; index < frame.data.length; index += 1) {
      const light = 0.4 + (0.6 * (index % 480)) / 480;
      frame.data[index] = light * (100 + 0.2 * (frame.data[index] ?? 0));
    }
    const [near, far] = [240 - 105, 240 + 105];
    const patch = flatten(frame, [
      { x: near, y: near },
      { x: far, y: near },
      { x: far, y: far },
      { x: near, y: far },
    ]);
    const module = (PATCH_SIDE - 2 * EDGE) / 21;
    ink.forEach((isInk, index) => {
      const x = Math.floor(EDGE + ((index % 21) + 0.5) * module);
      const y = Math.floor(EDGE + (Math.floor(index / 21) + 0.5) * module);
      expect(patch.data[4 * (y * PATCH_SIDE + x)]).toBe(isInk ? 0 : 255);
    });
  });

  it('samples only pixels of the frame, even for a code that is cut off', () => {
    fc.assert(
      fc.property(greys, quads, (frame, corners) => {
        const { data } = flatten(frame, corners);
        expect(data.length).toBe(4 * PATCH_SIDE ** 2);
        for (let index = 3; index < data.length; index += 4 * 97) expect(data[index]).toBe(255);
      }),
      { numRuns: 20 },
    );
  });

  it('is taken only at codes that are neither too small nor too large', () => {
    const square = (side: number): Corners => [
      { x: 0, y: 0 },
      { x: side, y: 0 },
      { x: side, y: side },
      { x: 0, y: side },
    ];
    expect([35, 36, 860, 861].map((side) => isWorthSecondLook(square(side)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('the summed-area table', () => {
  it('returns the mean of the pixels around a pixel', () => {
    fc.assert(
      fc.property(greys, fc.nat(), fc.nat(), fc.integer({ min: 0, max: 20 }), (grey, ...rest) => {
        const [px, py, half] = rest;
        const { width: side, data } = grey;
        const [x, y] = [px % side, py % side];
        const table = new Uint32Array((side + 1) ** 2).fill(9);
        sumAreas(grey, table);
        const around = [...data].filter(
          (_, index) =>
            Math.abs((index % side) - x) <= half && Math.abs(Math.floor(index / side) - y) <= half,
        );
        const mean = around.reduce((sum, value) => sum + value, 0) / around.length;
        const means = new Float64Array(side);
        computeRowMeans(table, side, y, 2 * half + 1, means);
        expect(means[x]).toBeCloseTo(mean, 9);
      }),
    );
  });
});
