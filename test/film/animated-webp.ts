/** A still WebP picture and the time for which it is shown. */
export interface Frame {
  readonly webp: Uint8Array;
  readonly ms: number;
}

const ANIMATION = 0x02;
const WITHOUT_BLENDING = 0x02;
/** Chunks of a still picture; others are metadata. */
const PICTURE_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH']);

/**
 * Joins still WebP pictures of one size into an animated WebP that repeats forever. Equal frames in
 * a row become one.
 * @throws if there is no frame, or a frame is not WebP
 */
export function animateWebp(
  frames: readonly Frame[],
  { width, height }: { width: number; height: number },
): Buffer {
  const mergedFrames: Frame[] = [];
  for (const frame of frames) {
    const last = mergedFrames.at(-1);
    if (last && Buffer.compare(last.webp, frame.webp) === 0) {
      mergedFrames[mergedFrames.length - 1] = { webp: last.webp, ms: last.ms + frame.ms };
    } else mergedFrames.push(frame);
  }
  if (mergedFrames.length === 0) throw new Error('An animated picture needs a frame.');
  const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
  const header = Buffer.concat([Buffer.from([ANIMATION, 0, 0, 0]), size]);
  const parts = mergedFrames.map(({ webp, ms }) => {
    const frameBox = Buffer.concat([uint24(0), uint24(0), size, uint24(ms)]);
    return chunk(
      'ANMF',
      Buffer.concat([frameBox, Buffer.from([WITHOUT_BLENDING]), pictureIn(webp)]),
    );
  });
  // Six zeros: a transparent background, and no limit on repetitions.
  const body = [
    Buffer.from('WEBP'),
    chunk('VP8X', header),
    chunk('ANIM', Buffer.alloc(6)),
    ...parts,
  ];
  return chunk('RIFF', Buffer.concat(body));
}

/** Image chunks of a still WebP. */
function pictureIn(webp: Uint8Array): Buffer {
  const file = Buffer.from(webp);
  if (file.toString('latin1', 8, 12) !== 'WEBP') throw new Error('A frame is not WebP.');
  const chunks: Buffer[] = [];
  for (let offset = 12; offset + 8 <= file.length;) {
    const end = offset + 8 + file.readUInt32LE(offset + 4);
    if (PICTURE_CHUNKS.has(file.toString('latin1', offset, offset + 4))) {
      chunks.push(
        chunk(file.toString('latin1', offset, offset + 4), file.subarray(offset + 8, end)),
      );
    }
    offset = end + (end % 2);
  }
  return Buffer.concat(chunks);
}

/** RIFF chunk: name, length and content, padded to an even length. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(Math.round(value), 0, 3);
  return bytes;
}
