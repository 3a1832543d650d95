/** Encodes a text as Latin-1. */
export const latin = (text: string) => Buffer.from(text, 'latin1');

export function segment(marker: number, payload: Uint8Array): Buffer {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([header, payload]);
}

/** Builds the segments of a phone's JPEG; its compressed data can't be decoded. */
export function jpeg(width: number, height: number, segments: Buffer[] = []): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    ...segments,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd3, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Builds EXIF data like a phone's, with the orientation and a comment that must be removed. */
export function exif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(0x0112, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return segment(0xe1, Buffer.concat([latin('Exif\0\0'), tiff, latin('GPS 50.06 19.94')]));
}
