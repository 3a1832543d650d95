import { describe, expect, test } from 'vitest';
import { animateWebp } from './animated-webp.ts';

/** WebP file with one chunk of metadata and one picture of odd length. */
function still(picture: string): Buffer {
  const chunk = (name: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([
      Buffer.from(name),
      length,
      Buffer.from(content),
      Buffer.alloc(content.length % 2),
    ]);
  };
  const body = [Buffer.from('WEBP'), chunk('EXIF', 'secret'), chunk('VP8 ', picture)];
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.concat(body).length);
  return Buffer.concat([Buffer.from('RIFF'), length, ...body]);
}

const size = { width: 390, height: 844 };
const framesOf = (file: Buffer) => file.toString('latin1').split('ANMF').slice(1);

describe('an animated WebP', () => {
  test('has a frame for each picture, with its duration', () => {
    const file = animateWebp(
      [
        { webp: still('one'), ms: 500 },
        { webp: still('two'), ms: 1200 },
      ],
      size,
    );
    expect(file.toString('latin1', 0, 4)).toBe('RIFF');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    const frames = framesOf(file).map((text) => Buffer.from(text, 'latin1'));
    expect(frames.map((frame) => frame.readUIntLE(16, 3))).toEqual([500, 1200]);
    expect(frames.map((frame) => frame.readUIntLE(10, 3) + 1)).toEqual([390, 390]);
    expect(frames.map((frame) => frame.toString('latin1', 20, 24))).toEqual(['VP8 ', 'VP8 ']);
  });

  test('shows identical consecutive pictures once, for the sum of their durations', () => {
    const frame = { webp: still('one'), ms: 500 };
    const frames = framesOf(animateWebp([frame, frame, { webp: still('two'), ms: 1 }], size));
    expect(frames).toHaveLength(2);
    expect(Buffer.from(frames[0] ?? '', 'latin1').readUIntLE(16, 3)).toBe(1000);
  });

  test('has no metadata', () => {
    expect(animateWebp([{ webp: still('one'), ms: 1 }], size).toString('latin1')).not.toContain(
      'EXIF',
    );
  });

  test('needs at least one frame, and only WebP files', () => {
    expect(() => animateWebp([], size)).toThrow('needs a frame');
    expect(() => animateWebp([{ webp: Buffer.from('GIF89a'), ms: 1 }], size)).toThrow('not WebP');
  });
});
