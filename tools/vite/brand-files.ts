import type { Plugin } from 'vite';
import { brand } from '#brand';
import { type Language, sourceLanguage } from '#schemas/languages.ts';
import { getTexts } from '#server/texts/texts.ts';

/**
 * Draws the logo on its background. A maskable icon fills the square and keeps the logo within the
 * inner 80 %.
 */
export function drawIcon(shape: 'rounded' | 'full' | 'maskable'): string {
  const paths = brand.logo
    .map(({ d, opacity }) => `<path d="${d}" fill="#fff" opacity="${opacity}"/>`)
    .join('');
  const radius = shape === 'rounded' ? 18 : 0;
  const mark =
    shape === 'maskable' ? `<g transform="translate(6.4 6.4) scale(.8)">${paths}</g>` : paths;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${radius}" fill="${brand.colour.hex}"/>${mark}</svg>`;
}

/** Sizes requested by operating systems; each also comes as a maskable icon, which they may crop. */
export const iconSizes = [72, 96, 128, 144, 152, 192, 384, 512];

function shortcutIcon(name: string) {
  return { src: `/icons/shortcut-${name}.png`, sizes: '96x96', type: 'image/png' };
}

/** A screenshot that is shown in the system's install dialog. `test/e2e/screenshots.e2e.ts` creates its file. */
function screenshot(name: string, width: number, height: number) {
  return { src: `/screenshots/${name}.png`, sizes: `${width}x${height}`, type: 'image/png' };
}

/** Builds the web app manifest in one language. */
export function manifestIn(language: Language) {
  const { translate } = getTexts(language);
  return {
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description: translate('page.description'),
    lang: language,
    dir: 'auto',
    categories: ['business', 'productivity'],
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'any',
    background_color: '#f6f4f1',
    theme_color: '#f6f4f1',
    icons: iconSizes.flatMap((size) => [
      {
        src: `/icons/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any',
      },
      {
        src: `/icons/maskable-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'maskable',
      },
    ]),
    shortcuts: [
      { name: translate('page.shortcutScan'), url: '/scan', icons: [shortcutIcon('scan')] },
      {
        name: translate('page.shortcutUnsent'),
        url: '/scan/offline',
        icons: [shortcutIcon('unsent')],
      },
    ],
    screenshots: [
      {
        ...screenshot('home', 780, 1688),
        form_factor: 'narrow',
        label: translate('page.shotHome'),
      },
      {
        ...screenshot('scan', 780, 1688),
        form_factor: 'narrow',
        label: translate('page.shotScan'),
      },
      {
        ...screenshot('project', 780, 1688),
        form_factor: 'narrow',
        label: translate('page.shotProject'),
      },
      {
        ...screenshot('projects-wide', 2560, 1600),
        form_factor: 'wide',
        label: translate('page.shotProjectsWide'),
      },
    ],
  };
}

/** The brand's text files. Icons are drawn by `tools/release/make-icons.ts`. */
const files = [
  {
    fileName: 'manifest.webmanifest',
    type: 'application/manifest+json',
    source: JSON.stringify(manifestIn(sourceLanguage)),
  },
  { fileName: 'favicon.svg', type: 'image/svg+xml', source: drawIcon('rounded') },
];

/** Adds the brand name to the app's page, and the manifest and logo to its build. */
export const brandFilesPlugin = (): Plugin => brandPlugin(files);

/** Adds the brand name to another page, and the logo to its build. */
export const brandPagePlugin = (): Plugin =>
  brandPlugin(files.filter(({ fileName }) => fileName === 'favicon.svg'));

function brandPlugin(pageFiles: typeof files): Plugin {
  return {
    name: 'brand-files',
    transformIndexHtml: (html) => html.replace('%BRAND_NAME%', brand.name),
    configureServer: ({ middlewares }) => {
      for (const { fileName, type, source } of pageFiles) {
        middlewares.use(`/${fileName}`, (_request, response) => {
          response.setHeader('content-type', type).end(source);
        });
      }
    },
    generateBundle() {
      for (const { fileName, source } of pageFiles)
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
