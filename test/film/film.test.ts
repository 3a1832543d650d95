import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCodes } from '#workers/decode.ts';
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import { toPixels } from '#test/workers/to-pixels.ts';
import { filmFrames } from './film-frames.ts';
import { FILM_FORMAT, type Scene } from './scene.ts';
import { writeFilm } from './write-film.ts';

const A = 'https://q.skylight.example/GGL_MK06_2070_24A17K3M_0042';
const B = 'https://q.skylight.example/EDW_60x60_2000_23B00001_0007';
const C = 'https://q.skylight.example/GPL_CK02_3066_25C9ZZ10_9001';

async function readsOf(scene: Scene): Promise<{ texts: string[][]; brightness: number[] }> {
  const texts: string[][] = [];
  const brightness: number[] = [];
  for (const picture of filmFrames([scene], FILM_FORMAT)) {
    const crop = { x: 0, y: 0, width: picture.width, height: picture.height };
    const result = await readCodes(toPixels(picture), crop, 'fast');
    texts.push(result.hits.map((hit) => hit.text));
    brightness.push(result.brightness);
  }
  return { texts, brightness };
}

describe('the film of the fake camera', () => {
  beforeAll(prepareDecoder);

  it.each([
    ['still', 'normal'],
    ['moving', 'normal'],
    ['tilted', 'normal'],
    ['still', 'dark'],
    ['moving', 'dark'],
    ['tilted', 'dark'],
  ] as const)('shows a readable label, %s and in %s light', async (motion, light) => {
    const { texts } = await readsOf({ texts: [A], seconds: 2, light, motion });
    expect(texts).toHaveLength(30);
    const read = texts.filter(([first]) => first === A).length;
    expect(read).toBeGreaterThanOrEqual(27);
    expect(texts.flat().filter((text) => text !== A)).toEqual([]);
  });

  it('shows several labels at once', async () => {
    for (const labels of [
      [A, B],
      [A, B, C],
    ]) {
      const scene = { texts: labels, seconds: 0.5, light: 'normal', motion: 'still' } as const;
      const { texts } = await readsOf(scene);
      expect(new Set(texts.flat())).toEqual(new Set(labels));
    }
  });

  it('shows no label in a gap', async () => {
    const { texts } = await readsOf({ texts: [], seconds: 1, light: 'normal', motion: 'moving' });
    expect(texts.flat()).toEqual([]);
  });

  it('is dark in a dark scene', async () => {
    const still = { texts: [A], seconds: 0.2, motion: 'still' } as const;
    const normal = await readsOf({ ...still, light: 'normal' });
    const dark = await readsOf({ ...still, light: 'dark' });
    expect(Math.min(...normal.brightness)).toBeGreaterThan(0.35);
    expect(Math.max(...dark.brightness)).toBeLessThan(0.2);
  });

  it('has the same bytes for the same scenes, and the frame size given in its header', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'film-'));
    const scenes: Scene[] = [
      { texts: [A], seconds: 1, light: 'normal', motion: 'moving' },
      { texts: [], seconds: 0.4, light: 'dark', motion: 'still' },
    ];
    try {
      const [first, second] = [join(folder, 'one.y4m'), join(folder, 'two.y4m')];
      expect(await writeFilm(first, scenes)).toBe(1.4);
      await writeFilm(second, scenes);
      const header = 'YUV4MPEG2 W640 H480 F15:1 Ip A1:1 C420jpeg\n';
      expect(statSync(first).size).toBe(header.length + 21 * (6 + 640 * 480 * 1.5));
      expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
      expect(readFileSync(first).subarray(0, header.length).toString()).toBe(header);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
