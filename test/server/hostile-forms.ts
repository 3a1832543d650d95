import { createHash } from 'node:crypto';
import type { FileBody } from '#schemas/api/call.ts';

/** A request body built to be expensive, with its description. */
export interface HostileBody {
  readonly name: string;
  readonly type: string;
  readonly payload: string | Buffer;
}

const BOUNDARY = 'a-line-between-parts';
const id = '30000000-0000-4000-8000-000000000001';

/** Forms that are expensive to parse: texts that almost equal the boundary, and files made of tiny chunks. */
export function hostileForms(body: FileBody, limit: number): HostileBody[] {
  const availableBytes = Math.min(limit - 2_000, body.maxBytes);
  const jpegStart = Buffer.from([0xff, 0xd8]);
  const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const files: Record<string, Buffer> = {
    zeros: Buffer.alloc(availableBytes),
    'near misses of the boundary': Buffer.alloc(availableBytes, `\r\n--${BOUNDARY.slice(0, -1)}`),
    'line ends': Buffer.alloc(availableBytes, '\r\n'),
    'a JPEG of empty segments': repeatBytes(jpegStart, [0xff, 0xe0, 0, 2], availableBytes),
    'a JPEG of empty notes': repeatBytes(jpegStart, [0xff, 0xe1, 0, 2], availableBytes),
    'a JPEG of empty scans': repeatBytes(jpegStart, [0xff, 0xda, 0, 2], availableBytes),
    'a JPEG of fill bytes': repeatBytes(jpegStart, [0xff], availableBytes),
    'a PNG of empty chunks': repeatBytes(
      Buffer.concat([pngStart, chunk('IHDR', 13)]),
      [...chunk('IDAT', 0)],
      availableBytes,
    ),
    'a PNG of empty notes': repeatBytes(
      Buffer.concat([pngStart, chunk('IHDR', 13)]),
      [...chunk('tEXt', 0)],
      availableBytes,
    ),
  };
  const [type = ''] = body.mediaTypes;
  return [
    ...Object.entries(files).map(([name, bytes]) => formOf(name, fieldsOf(bytes), bytes)),
    formOf('a long field', { uuid: 'a'.repeat(availableBytes) }, Buffer.alloc(0)),
    {
      name: 'nothing but parts',
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      payload: Buffer.alloc(availableBytes, formPart('a', '')),
    },
    {
      name: 'no part at all',
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      payload: Buffer.alloc(availableBytes, 'a'),
    },
  ];

  function formOf(name: string, fields: Record<string, string>, bytes: Buffer): HostileBody {
    const fieldParts = Object.entries(fields).map(([field, value]) => formPart(field, value));
    const start = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${body.field}"; filename="a"\r\ncontent-type: ${type}\r\n\r\n`;
    return {
      name,
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      payload: Buffer.concat([
        Buffer.from(fieldParts.join('') + start),
        bytes,
        Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
      ]),
    };
  }
}

/** All fields that any of these calls requires. */
function fieldsOf(bytes: Buffer): Record<string, string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { uuid: id, sha256, name: 'a' };
}

function formPart(name: string, value: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

function chunk(name: string, length: number): Buffer {
  const bytes = Buffer.alloc(12 + length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(name, 4);
  // Use a valid image size.
  if (name === 'IHDR') {
    bytes.writeUInt32BE(10, 8);
    bytes.writeUInt32BE(10, 12);
  }
  return bytes;
}

function repeatBytes(start: Buffer, pattern: readonly number[], bytes: number): Buffer {
  const count = Math.floor((bytes - start.length) / pattern.length);
  return Buffer.concat([start, Buffer.alloc(count * pattern.length, Buffer.from(pattern))]);
}
