import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256 } from '#workers/shrink-photo.ts';

describe('the hash of a photo', () => {
  it('equals the server’s for the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const copy = new Uint8Array(bytes).buffer;
        expect(await sha256(copy)).toBe(createHash('sha256').update(bytes).digest('hex'));
      }),
    );
  });
});
