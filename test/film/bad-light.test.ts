import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes } from '#workers/decode.ts';
import { passForFrame, type StillPass } from '#workers/frame.ts';
import { readStill } from '#workers/read-still.ts';
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { badLightWindow, type BadLightKind } from './bad-light.ts';
import { CODELESS_KINDS, codelessPicture } from './codeless.ts';
import { scaledPart } from './scaled-part.ts';
import type { Luma } from './scene.ts';
import { labelsPicture } from './several-codes.ts';

const hashOf = ({ data }: Luma) => createHash('sha256').update(data).digest('hex');

async function textsOf(picture: Luma, pass: StillPass): Promise<string[]> {
  const crop = { x: 0, y: 0, width: picture.width, height: picture.height };
  const { hits } = await readCodes(toPixels(picture), crop, pass);
  return hits.map(({ text }) => text);
}

/** Counts the windows of a kind whose label is read within six frames. Fails if another text is read. */
async function countReadWindows(kind: BadLightKind, count: number): Promise<number> {
  let read = 0;
  for (let index = 0; index < count; index += 1) {
    const { text, frames } = badLightWindow(kind, index);
    let frame = 0;
    for (const picture of frames()) {
      const texts = await textsOf(picture, passForFrame(frame));
      frame += 1;
      expect(texts.filter((other) => other !== text)).toEqual([]);
      if (texts.length === 0) continue;
      read += 1;
      break;
    }
  }
  return read;
}

describe('labels in bad light', () => {
  beforeAll(prepareDecoder);

  // Shared machines are slow.
  const TIMEOUT_MS = 120_000;

  it.each([
    ['badlight', 8, 12],
    ['dense', 3, 4],
    ['flat', 3, 6],
    ['bowed', 4, 4],
    ['highlight', 5, 6],
  ] as const)(
    'of the kind %s are read in at least %i of %i windows',
    async (kind, minimum, count) => {
      expect(await countReadWindows(kind, count)).toBeGreaterThanOrEqual(minimum);
    },
    TIMEOUT_MS,
  );

  it(
    'are read in a dark picture of several labels',
    async () => {
      const { texts, picture } = labelsPicture(0);
      const { hits } = await readStill(picture, (attempt) =>
        toPixels(scaledPart(picture, attempt)),
      );
      expect(hits.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
    },
    TIMEOUT_MS,
  );

  it('have the same bytes each time they are drawn, and differ between frames and kinds', () => {
    const draw = (kind: BadLightKind) => Array.from(badLightWindow(kind, 4).frames(), hashOf);
    const hashes = draw('flat');
    expect(draw('flat')).toEqual(hashes);
    expect(new Set([...hashes, ...draw('bowed')]).size).toBe(12);
  });

  it.each(CODELESS_KINDS)(
    'aren’t found in pictures without a code: %s',
    async (kind) => {
      for (let index = 0; index < 4; index += 1) {
        const picture = codelessPicture(kind, index);
        for (const pass of ['thorough', 'binarised', 'fine', 'close', 'plain'] as const) {
          expect(await textsOf(picture, pass)).toEqual([]);
        }
      }
    },
    TIMEOUT_MS,
  );
});
