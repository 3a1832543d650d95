import { beforeAll, describe, expect, it } from 'vitest';
import { brightness, sortByDistance, readCodes } from '#workers/decode.ts';
import { centreSquare, frameSize, type CodeHit, type Pixels } from '#workers/frame.ts';
import { drawLabel } from '#test/film/draw-label.ts';
import { filmFrames } from '#test/film/film-frames.ts';
import { codePicture } from '#test/film/label-picture.ts';
import { prepareDecoder } from './prepare-decoder.ts';
import { toPixels } from './to-pixels.ts';

const A = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042';
const B = 'https://q.skylight.example/EDW_60x60_2000_23B00001_0007';
const C = 'https://q.skylight.example/GPL_CK02_3066_25C9ZZ10_9001';

function picture(texts: readonly string[]): Pixels {
  const scene = { texts, seconds: 0.1, light: 'normal', motion: 'still' } as const;
  const format = { width: 640, height: 480, framesPerSecond: 10 };
  const [frame] = filmFrames([scene], format);
  if (frame === undefined) throw new Error('The film has no frame.');
  return toPixels(frame);
}

/** Micro QR code of "90201" (M1, mask 0), one line per row of modules. */
const MICRO_CODE = [
  '#######.#.#',
  '#.....#..#.',
  '#.###.#.###',
  '#.###.#..##',
  '#.###.#....',
  '#.....#.###',
  '#######.###',
  '........###',
  '##.....#.##',
  '.#..#..####',
  '##.#.#####.',
];

/** A card with a centred Micro QR code on grey. */
function microPicture(): Pixels {
  const grey = { width: 640, height: 480, data: new Uint8Array(640 * 480).fill(110) };
  const card = codePicture(MICRO_CODE.length, (row, column) => MICRO_CODE[row]?.[column] === '#');
  drawLabel(grey, card, { x: 0, y: 0, side: 0.5, roll: 0, pitch: 0, yaw: 0 });
  return toPixels(grey);
}

const fullFrame = { x: 0, y: 0, width: 640, height: 480 };

function hitAround(text: string, x: number, y: number): CodeHit {
  const at = (dx: number, dy: number) => ({ x: x + dx, y: y + dy });
  return { text, corners: [at(-9, -9), at(9, -9), at(9, 9), at(-9, 9)] };
}

describe('reading a frame', () => {
  beforeAll(prepareDecoder);

  it.each(['fast', 'thorough'] as const)('reads a label in the %s pass', async (pass) => {
    const { hits } = await readCodes(picture([A]), fullFrame, pass);
    expect(hits.map((hit) => hit.text)).toEqual([A]);
  });

  it('returns the label nearest the centre first', async () => {
    const { hits } = await readCodes(picture([A, B, C]), fullFrame, 'fast');
    expect(hits).toHaveLength(3);
    expect(hits[0]?.text).toBe(B);
  });

  it('returns corners in pixels of the video, clockwise from the top left', async () => {
    // The frame is the right half of a video twice as large.
    const crop = { x: 1280, y: 100, width: 1280, height: 960 };
    const { hits } = await readCodes(picture([A]), crop, 'fast');
    const [topLeft, topRight, bottomRight, bottomLeft] = hits[0]?.corners ?? [];
    // The card is half of the 480 pixels high; the code covers 29 of its 37 modules, scaled by two.
    const half = (0.5 * 480 * (29 / 37) * 2) / 2;
    const middle = { x: 1280 + 640, y: 100 + 480 };
    const near = (point: { x: number; y: number } | undefined, x: number, y: number) => {
      expect(Math.hypot((point?.x ?? 0) - x, (point?.y ?? 0) - y)).toBeLessThan(12);
    };
    near(topLeft, middle.x - half, middle.y - half);
    near(topRight, middle.x + half, middle.y - half);
    near(bottomRight, middle.x + half, middle.y + half);
    near(bottomLeft, middle.x - half, middle.y + half);
  });

  it('finds nothing in an empty frame', async () => {
    expect((await readCodes(picture([]), fullFrame, 'thorough')).hits).toEqual([]);
  });

  it.each(['fast', 'thorough'] as const)(
    'reads no Micro QR code in the %s pass, since labels never have one',
    async (pass) => {
      expect((await readCodes(microPicture(), fullFrame, pass)).hits).toEqual([]);
    },
  );
});

describe('decoder helpers', () => {
  it('hits are sorted from the centre outwards, and the original list doesn’t change', () => {
    const hits = [hitAround('far', 40, 40), hitAround('near', 330, 250), hitAround('mid', 400, 60)];
    expect(sortByDistance(hits, fullFrame).map((hit) => hit.text)).toEqual(['near', 'mid', 'far']);
    expect(hits[0]?.text).toBe('far');
  });

  it('brightness is measured from black to white', () => {
    const uniform = (value: number): Pixels => ({
      width: 64,
      height: 64,
      data: new Uint8ClampedArray(64 * 64 * 4).fill(value),
    });
    expect(brightness(uniform(0))).toBe(0);
    expect(brightness(uniform(255))).toBeCloseTo(1);
    expect(brightness(uniform(51))).toBeCloseTo(0.2);
    expect(brightness({ width: 0, height: 0, data: new Uint8ClampedArray(0) })).toBe(0);
  });

  it('a square as wide as the shorter side is cropped from the centre', () => {
    expect(centreSquare(1920, 1080)).toEqual({ x: 420, y: 0, width: 1080, height: 1080 });
    expect(centreSquare(720, 1280)).toEqual({ x: 0, y: 280, width: 720, height: 720 });
  });

  it('frames are scaled down to 720 pixels (960 in a thorough pass) and never scaled up', () => {
    const square = centreSquare(1920, 1080);
    expect(frameSize(square, 'fast')).toEqual({ width: 720, height: 720 });
    expect(frameSize(square, 'thorough')).toEqual({ width: 960, height: 960 });
    expect(frameSize(centreSquare(640, 480), 'thorough')).toEqual({ width: 480, height: 480 });
  });
});
