import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { bundleApp } from '../vite/build-app.ts';
import { root } from '../paths.ts';

/*
 * `npm run find-line -- projects-Ab3dE_9x.js:1:20345 …` prints the source lines of positions in the
 * build, as reported by `club errors`. Rebuilds the checked-out sources with private source maps:
 * the same commit yields the same file names.
 */

/** Returns the source position of a build position, or a message if there is none. */
export function sourceLine(position: string, assets: string): string {
  const [file = '', line = '', column = ''] = position.split(':');
  const mapFile = join(assets, `${basename(file)}.map`);
  if (!existsSync(mapFile))
    return `${position}  is from another build, not from the checked-out commit`;
  const sourceMap = new SourceMap(JSON.parse(readFileSync(mapFile, 'utf8')) as SourceMapPayload);
  const origin = sourceMap.findOrigin(Number(line), Number(column));
  if (!('fileName' in origin)) return `${position}  isn’t in the sources`;
  const source = relative(root, resolve(assets, origin.fileName));
  return `${position}  ${source}:${origin.lineNumber}:${origin.columnNumber}`;
}

async function main(positions: readonly string[]): Promise<void> {
  process.env['NODE_ENV'] = 'production';
  const outDir = mkdtempSync(join(tmpdir(), 'club-maps-'));
  try {
    await bundleApp(outDir, { copyPublicDir: false, sourcemap: 'hidden' });
    for (const position of positions) console.log(sourceLine(position, join(outDir, 'assets')));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

if (import.meta.main) await main(process.argv.slice(2));
