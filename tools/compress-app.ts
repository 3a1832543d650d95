import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is text, or no smaller than it could be; pictures and fonts are. */
const compressible = new Set(['.html', '.js', '.css', '.wasm', '.svg', '.webmanifest']);
/** A smaller file fits into one packet anyway. */
const FROM_BYTES = 1024;
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/**
 * Lays a `.br` and a `.gz` beside each file that they make smaller, as small as it gets: once here, instead
 * of with each request.
 * @param directory of the built app
 */
export async function compressApp(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => compressible.has(extname(path)))
    .map((path) => join(directory, path));
  await Promise.all(files.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < FROM_BYTES) return;
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const smaller = {
    '.br': await promisify(brotliCompress)(content, { params }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, compressed] of Object.entries(smaller)) {
    if (compressed.length < content.length) await writeFile(path + ending, compressed);
  }
}
