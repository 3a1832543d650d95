/**
 * Draws the app's icons from the brand file; run it after changing the brand. `node
 * tools/release/make-icons.ts [FOLDER]` requires Chromium (`CHROMIUM_PATH` or a standard location).
 * The default folder is the one that the build uses.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { brand } from '#brand';
import { drawIcon, iconSizes } from '../vite/brand-files.ts';
import { root } from '../paths.ts';

const folder = process.argv[2] ?? join(root, 'public');

/** Android's status bar shows a single colour, so the badge is the logo alone. */
function drawBadge(): string {
  const paths = brand.logo
    .map(({ d, opacity }) => `<path d="${d}" opacity="${opacity}"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 6 52 52" fill="#fff">${paths}</svg>`;
}

/** Draws a home screen shortcut's icon: strokes on a 24 × 24 grid. */
function drawShortcut(strokes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="12" fill="${brand.colour.hex}"/><g transform="translate(5 5) scale(.583)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${strokes}</g></svg>`;
}

const scanStrokes =
  '<path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7 12h10"/>';
const unsentStrokes =
  '<path d="M4 14.900A7 7 0 1 1 15.710 8h1.790a4.500 4.500 0 0 1 2.500 8.242M12 12v9M16 16l-4-4-4 4"/>';

const pictures = [
  ...iconSizes.flatMap((size) => [
    { file: `icons/icon-${size}.png`, size, svg: drawIcon('rounded') },
    { file: `icons/maskable-${size}.png`, size, svg: drawIcon('maskable') },
  ]),
  { file: 'icons/shortcut-scan.png', size: 96, svg: drawShortcut(scanStrokes) },
  { file: 'icons/shortcut-unsent.png', size: 96, svg: drawShortcut(unsentStrokes) },
  { file: 'icons/apple-touch-icon.png', size: 180, svg: drawIcon('full') },
  { file: 'icons/badge-96.png', size: 96, svg: drawBadge() },
];

function findChromium(): string | undefined {
  const candidates = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return candidates.find((path) => path && existsSync(path));
}

async function renderPictures(executablePath: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    for (const { file, size, svg } of pictures) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<style>body{margin:0}svg{display:block;width:${size}px}</style>${svg}`,
      );
      await page.screenshot({ path: join(folder, file), omitBackground: true });
      await page.close();
    }
  } finally {
    await browser.close();
  }
}

const executablePath = findChromium();
if (!executablePath) {
  throw new Error(
    'No Chromium found: set CHROMIUM_PATH, or install one with `npx playwright install chromium`.',
  );
}
await mkdir(join(folder, 'icons'), { recursive: true });
await renderPictures(executablePath);
