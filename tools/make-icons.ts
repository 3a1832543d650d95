/**
 * Draws the app's icons and its manifest from `src/brand.ts`: run it after a change there.
 * `node tools/make-icons.ts` needs a Chromium (`CHROMIUM_PATH`, else the usual places).
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { format } from 'prettier';
import { brand } from '#src/brand.ts';

const folder = fileURLToPath(new URL('../public/', import.meta.url));

/** The mark on its ground. A maskable icon fills the square and keeps its mark in the middle 80 %. */
function drawIcon(shape: 'rounded' | 'full' | 'maskable'): string {
  const paths = brand.logo
    .map(({ d, opacity }) => `<path d="${d}" fill="#fff" opacity="${opacity}"/>`)
    .join('');
  const radius = shape === 'rounded' ? 18 : 0;
  const mark =
    shape === 'maskable' ? `<g transform="translate(6.4 6.4) scale(.8)">${paths}</g>` : paths;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${brand.colour.hex}"/>${mark}</svg>`;
}

/** Chrome on Android shows one colour without ink in the status bar: the mark alone. */
function drawBadge(): string {
  const paths = brand.logo
    .map(({ d, opacity }) => `<path d="${d}" opacity="${opacity}"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="6 6 52 52" fill="#fff">${paths}</svg>`;
}

/** A way straight into a screen, from the icon on the home screen: strokes on a 24 × 24 grid. */
function drawShortcut(strokes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="12" fill="${brand.colour.hex}"/><g transform="translate(5 5) scale(.583)" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${strokes}</g></svg>`;
}

const scanStrokes =
  '<path d="M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2M7 12h10"/>';
const unsentStrokes =
  '<path d="M4 14.900A7 7 0 1 1 15.710 8h1.790a4.500 4.500 0 0 1 2.500 8.242M12 12v9M16 16l-4-4-4 4"/>';

/** What systems ask for; each with a maskable one, which they may cut to their own shape. */
const iconSizes = [72, 96, 128, 144, 152, 192, 384, 512];

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

function shortcutIcon(name: string) {
  return { src: `/icons/shortcut-${name}.png`, sizes: '96x96', type: 'image/png' };
}

/** Taken by the end-to-end run (`test/e2e/screenshots.e2e.ts`), shown by the system's install dialog. */
function screenshot(name: string, width: number, height: number) {
  return { src: `/screenshots/${name}.png`, sizes: `${width}x${height}`, type: 'image/png' };
}

const manifest = {
  id: '/',
  name: brand.name,
  short_name: brand.shortName,
  description: 'Scan what you install, collect points, follow your projects.',
  lang: 'en',
  dir: 'auto',
  categories: ['business', 'productivity'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f4f5f7',
  theme_color: '#f4f5f7',
  icons: iconSizes.flatMap((size) => [
    { src: `/icons/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' },
    {
      src: `/icons/maskable-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'maskable',
    },
  ]),
  // A manifest has one language; where the name matters it is a plain word.
  shortcuts: [
    { name: 'Scan', url: '/scan', icons: [shortcutIcon('scan')] },
    {
      name: 'Unsent work',
      short_name: 'Unsent',
      url: '/scan/offline',
      icons: [shortcutIcon('unsent')],
    },
  ],
  screenshots: [
    { ...screenshot('home', 780, 1688), form_factor: 'narrow', label: 'Points and open projects' },
    { ...screenshot('scan', 780, 1688), form_factor: 'narrow', label: 'Scanning a label' },
    { ...screenshot('project', 780, 1688), form_factor: 'narrow', label: 'A project’s products' },
    {
      ...screenshot('projects-wide', 2560, 1600),
      form_factor: 'wide',
      label: 'Projects at the desk',
    },
  ],
};

function findChromium(): string | undefined {
  const places = [process.env['CHROMIUM_PATH'], chromium.executablePath(), '/usr/bin/chromium'];
  return places.find((place) => place && existsSync(place));
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
      await page.screenshot({ path: `${folder}${file}`, omitBackground: true });
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
await mkdir(`${folder}icons`, { recursive: true });
await writeFile(`${folder}favicon.svg`, `${drawIcon('rounded')}\n`);
await writeFile(
  `${folder}manifest.webmanifest`,
  await format(JSON.stringify(manifest), { parser: 'json', printWidth: 100 }),
);
await renderPictures(executablePath);
