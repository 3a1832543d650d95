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

const pictures = [
  { file: 'icons/icon-192.png', size: 192, svg: drawIcon('rounded') },
  { file: 'icons/icon-512.png', size: 512, svg: drawIcon('rounded') },
  { file: 'icons/maskable-192.png', size: 192, svg: drawIcon('maskable') },
  { file: 'icons/maskable-512.png', size: 512, svg: drawIcon('maskable') },
  { file: 'icons/apple-touch-icon.png', size: 180, svg: drawIcon('full') },
  { file: 'icons/badge-96.png', size: 96, svg: drawBadge() },
];

const manifest = {
  id: '/',
  name: brand.name,
  short_name: brand.shortName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f4f5f7',
  theme_color: '#f4f5f7',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
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
