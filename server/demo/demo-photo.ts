import { deflateSync, crc32 } from 'node:zlib';

const WIDTH = 240;
const HEIGHT = 180;

/** A small picture of a roof window, drawn here: what the demo's products in review show. */
export function demoPhoto(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function pixels(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_row, y) => {
    const colours = Array.from({ length: WIDTH }, (_pixel, x) => colourAt(x, y));
    // Each row begins with its filter: none.
    return Buffer.from([0, ...colours.flat()]);
  });
  return Buffer.concat(rows);
}

function colourAt(x: number, y: number): readonly [number, number, number] {
  const inFrame = x > 60 && x < 180 && y > 25 && y < 155;
  const inGlass = x > 72 && x < 168 && y > 37 && y < 143;
  if (inGlass) return [150 - (y >> 2), 190 - (y >> 3), 225];
  if (inFrame) return [190, 150, 105];
  return y % 22 < 2 || (x + (y % 44 < 22 ? 0 : 20)) % 40 < 2 ? [120, 55, 40] : [165, 80, 60];
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
