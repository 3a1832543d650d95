import { readFileSync } from 'node:fs';
import { prepareZXingModule } from 'zxing-wasm/reader';

/** Prepares the decoder in Node from the same file that the worker loads. */
export async function prepareDecoder(): Promise<void> {
  const path = new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const bytes = readFileSync(path);
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}
