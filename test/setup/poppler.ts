import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from './debian-package.ts';

/** Installs poppler's tools if they are missing. If that fails, throws an error that names the package. */
function requirePoppler(): void {
  const isInstalled = () => spawnSync('pdftotext', ['-v']).error === undefined;
  if (isInstalled() || (installDebianPackage('poppler-utils') && isInstalled())) return;
  throw new Error('Install poppler-utils: certificates are read back with its pdftotext.');
}

/** Metadata and text of a PDF. */
interface PdfContents {
  /** Output of `pdfinfo`: `Title`, `Pages`, `Page size`, … */
  readonly info: ReadonlyMap<string, string>;
  readonly text: string;
  /** Fonts, one line each: embedded, subset. */
  readonly fonts: readonly string[];
  /** Each page as a greyscale image: width, height, and average darkness from 0 to 1. */
  readonly pages: readonly {
    readonly width: number;
    readonly height: number;
    readonly ink: number;
  }[];
}

/** Reads a PDF with a tool independent of the one that wrote it. */
export function readPdf(bytes: Uint8Array): PdfContents {
  requirePoppler();
  const directory = mkdtempSync(join(tmpdir(), 'certificate-'));
  try {
    const file = join(directory, 'document.pdf');
    writeFileSync(file, bytes);
    const run = (tool: string, ...args: string[]) =>
      execFileSync(tool, args, { encoding: 'utf8', cwd: directory });
    const lines = run('pdfinfo', file).split('\n');
    const info = new Map(
      lines.map((line) => {
        const [, key = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
        return [key, value];
      }),
    );
    run('pdftoppm', '-gray', '-r', '50', file, 'page');
    const count = Number(info.get('Pages'));
    const digits = String(count).length;
    const pages = Array.from({ length: count }, (_page, index) => {
      const name = `page-${String(index + 1).padStart(digits, '0')}.pgm`;
      return readPicture(readFileSync(join(directory, name)));
    });
    const fonts = run('pdffonts', file).trim().split('\n').slice(2);
    return { info, text: run('pdftotext', '-layout', file, '-'), fonts, pages };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** PGM image: three header numbers, then one byte per pixel. */
function readPicture(bytes: Buffer) {
  const header = /^P5\s(\d+)\s(\d+)\s\d+\s/.exec(bytes.toString('latin1', 0, 40));
  if (!header) throw new Error('pdftoppm didn’t create a PGM image.');
  const points = bytes.subarray(header[0].length);
  const light = points.reduce((sum, point) => sum + point, 0);
  return {
    width: Number(header[1]),
    height: Number(header[2]),
    ink: 1 - light / (255 * points.length),
  };
}
