import { describe, expect, it } from 'vitest';
import { isIos } from '#workers/image-worker-client.ts';

describe('iOS, where photos keep their size', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, true],
    ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, true],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, false],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, false],
  ])('is known: %s', (_, userAgent, maxTouchPoints, ios) => {
    expect(isIos({ userAgent, maxTouchPoints })).toBe(ios);
  });
});
