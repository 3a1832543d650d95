import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes } from '#workers/decode.ts';
import type { Pass } from '#workers/frame.ts';
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { HARD_KINDS, hardWindow, type HardWindow } from './hard-frames.ts';
import type { Luma } from './scene.ts';

function firstFrame({ frames }: HardWindow): Luma {
  for (const frame of frames()) return frame;
  throw new Error('The window has no frame.');
}

async function textsOf(frame: Luma, pass: Pass): Promise<string[]> {
  const crop = { x: 0, y: 0, width: frame.width, height: frame.height };
  const { hits } = await readCodes(toPixels(frame), crop, pass);
  return hits.map(({ text }) => text);
}

const hashOf = ({ data }: Luma) => createHash('sha256').update(data).digest('hex');

describe('hard frames', () => {
  beforeAll(prepareDecoder);

  it('of every kind are never misread in a slower pass', async () => {
    for (const [index, kind] of HARD_KINDS.entries()) {
      const window = hardWindow(index);
      expect(window.kind).toBe(kind);
      const frame = firstFrame(window);
      for (const pass of ['thorough', 'binarised', 'fine', 'close'] as const) {
        const texts = await textsOf(frame, pass);
        expect(texts.filter((text) => text !== window.text)).toEqual([]);
      }
    }
    // Takes a second, but shared machines are slow.
  }, 120_000);

  it.each([
    ['thorough', 'in the dark', 24],
    ['binarised', 'in faded ink', 23],
  ] as const)(
    'are read in the %s pass where the fast pass reads nothing: %s',
    async (pass, _, index) => {
      const window = hardWindow(index);
      const frame = firstFrame(window);
      expect(await textsOf(frame, 'fast')).toEqual([]);
      expect(await textsOf(frame, pass)).toEqual([window.text]);
    },
  );

  it.each([
    ['in reflections', 12_046],
    ['in a shadow', 12_317],
  ])('are read in the fine pass where the other passes read nothing: %s', async (_, index) => {
    const window = hardWindow(index);
    const frame = firstFrame(window);
    for (const pass of ['fast', 'thorough', 'binarised'] as const) {
      expect(await textsOf(frame, pass)).toEqual([]);
    }
    expect(await textsOf(frame, 'fine')).toEqual([window.text]);
  });

  it('have the same bytes each time they are drawn, and differ within a window', () => {
    const drawTwice = () => Array.from({ length: 2 }, () => hashOf(firstFrame(hardWindow(3))));
    const [first, second] = drawTwice();
    expect(first).toBe(second);
    const hashes = Array.from(hardWindow(3).frames(), hashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
