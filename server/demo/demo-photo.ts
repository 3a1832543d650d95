import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 240;
const HEIGHT = 180;

const DAY_SKY: Colour = [150, 190, 225];

/**
 * Draws a roof window, used as the photo of products in review.
 * @param scale factor applied to 240 × 180 pixels
 * @param sky colour of the pane
 */
export function drawDemoPhoto(scale = 1, sky: Colour = DAY_SKY): Buffer {
  const size = { width: WIDTH * scale, height: HEIGHT * scale };
  return encodePng(size, drawPixels(scale, sky));
}

/** Returns the rows of pixels. Identical rows are drawn only once. */
function drawPixels(scale: number, sky: Colour): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_row, y) => {
    const row = drawRow(y, scale, sky);
    return Array.from({ length: scale }, () => row);
  });
  return Buffer.concat(rows.flat());
}

function drawRow(y: number, scale: number, sky: Colour): Buffer {
  // Each row starts with its filter; 0 means no filter.
  const row = Buffer.alloc(1 + WIDTH * scale * 3);
  for (let x = 0; x < WIDTH * scale; x += 1) {
    row.set(getColour(Math.floor(x / scale), y, sky), 1 + x * 3);
  }
  return row;
}

function getColour(x: number, y: number, [red, green, blue]: Colour): Colour {
  const isInFrame = x > 60 && x < 180 && y > 25 && y < 155;
  const isInGlass = x > 72 && x < 168 && y > 37 && y < 143;
  if (isInGlass) return [Math.max(0, red - (y >> 2)), Math.max(0, green - (y >> 3)), blue];
  if (isInFrame) return [190, 150, 105];
  return y % 22 < 2 || (x + (y % 44 < 22 ? 0 : 20)) % 40 < 2 ? [120, 55, 40] : [165, 80, 60];
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Bits per channel. */
const BITS = 8;
const TRUE_COLOUR = 2;

type Colour = readonly [red: number, green: number, blue: number];

/**
 * Encodes a PNG.
 * @param rows rows of pixels, each with a leading filter byte and three bytes per pixel
 */
function encodePng({ width, height }: { width: number; height: number }, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, TRUE_COLOUR, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    encodeChunk('IHDR', header),
    encodeChunk('IDAT', deflateSync(rows)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeChunk(name: string, data: Buffer): Buffer {
  const nameAndData = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(nameAndData), 4);
  return Buffer.concat([frame.subarray(0, 4), nameAndData, frame.subarray(4)]);
}
