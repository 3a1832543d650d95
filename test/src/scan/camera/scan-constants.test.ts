import { describe, expect, it } from 'vitest';
import { MAX_READS_PER_SECOND, scanRegion } from '#src/features/scan/camera/scan-constants.ts';

describe('the viewfinder square', () => {
  it('is half the shorter side, and at most 300', () => {
    expect(scanRegion(640, 480)).toBe(240);
    expect(scanRegion(1080, 1920)).toBe(300);
    expect(scanRegion(0, 0)).toBe(0);
  });
});

describe('the read rate', () => {
  it('isn’t lower than in the specification', () => {
    expect(MAX_READS_PER_SECOND).toBeGreaterThanOrEqual(2);
  });
});
