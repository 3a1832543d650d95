import { describe, expect, it } from 'vitest';
import { isHeic } from '#workers/image-worker-client.ts';
import { isIos } from '#schemas/is-ios.ts';

describe('iOS, where photos keep their size', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
  ])('is distinguished from other devices: %s', (_, userAgent, maxTouchPoints, ios) => {
    expect(isIos({ userAgent, maxTouchPoints })).toBe(ios);
  });
});

describe('a photo in an iPhone format', () => {
  const head = (size: number, brands: string) =>
    new Blob([new Uint8Array([0, 0, 0, size]), `ftyp${brands}`, new Uint8Array(200).fill(0xff)]);

  it.each([
    ['heic', head(24, 'heic\0\0\0\0mif1heic'), true],
    ['mif1 with heic', head(36, 'mif1\0\0\0\0mif1miafMiHBheic'), true],
    ['several pictures', head(24, 'hevc\0\0\0\0mif1hevc'), true],
    ['AVIF', head(28, 'avif\0\0\0\0avifmif1miaf'), false],
    ['a film', head(24, 'qt  \0\0\0\0qt  '), false],
    ['JPEG', new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'JFIF heic']), false],
    ['an empty file', new Blob([]), false],
  ])('is distinguished from other files by its first bytes: %s', async (_, file, expected) => {
    expect(await isHeic(file)).toBe(expected);
  });
});
