/** Render settings: a POV-Ray source under `tools/pictures` and its parameters. */
export interface Shot {
  /** Path of the source without its extension, such as `goods/drill`. */
  readonly source: string;
  /** Values for the source's `#ifndef` variables, such as `K`, which selects a variant. */
  readonly declare?: Readonly<Record<string, number>>;
  /** In pixels. */
  readonly size: readonly [width: number, height: number];
  /** True to render without ground and sky. */
  readonly isCutOut?: boolean;
}

/** A file created from a render. */
export interface OutputFile {
  /** Relative to the project's root. */
  readonly file: string;
  /** In pixels. The height follows from the aspect ratio. */
  readonly width: number;
  /** WebP quality, 0 to 100. */
  readonly quality: number;
  /** Region of the render to keep. */
  readonly crop?: readonly [left: number, top: number, width: number, height: number];
}

export interface PlannedPicture {
  readonly name: string;
  readonly shot: Shot;
  readonly files: readonly OutputFile[];
}

const SQUARE = [800, 800] as const;
const HERO = [1440, 1200] as const;
const NEWS = [1280, 800] as const;
const SHARP_QUALITY = 82;
/**
 * For scenes used as backgrounds, and pictures whose many edges would make the file too large.
 */
const SOFT_QUALITY = 76;
const detailedPictures: ReadonlySet<string> = new Set(['organiser']);

/** A source, optionally with a variant number. */
type Source = string | readonly [source: string, variant: number];

/** Products of the demo's shop by key (`server/demo`). */
export const goods: Readonly<Record<string, Source>> = {
  'top-up-50': ['top-up', 1],
  'top-up-100': ['top-up', 2],
  'top-up-200': ['top-up', 3],
  'top-up-400': ['top-up', 4],
  'top-up-1000': ['top-up', 5],
  'club-card': 'club-card',
  fuel: ['fuel', 0],
  mol: ['fuel', 1],
  'gift-mall': 'gift-card',
  lunch: 'lunch',
  'one-card': 'voucher',
  'last-voucher': 'cinema',
  kros: 'software',
  ekupi: 'shopping-bag',
  rozetka: ['parcel', 2],
  banner: 'banner',
  sticker: 'stickers',
  'horizontal-card': ['business-cards', 0],
  'vertical-card': ['business-cards', 1],
  billboard: 'billboard',
  'flyer-services': ['flyers', 0],
  'flyer-electric': ['flyers', 1],
  'flyer-replacement': ['flyers', 2],
  'flyer-dsp': ['flyers', 3],
  'model-window': 'model-window',
  'sample-case': 'sample-case',
  'flashing-kit': 'flashing-kit',
  'insulation-collar': 'insulation-collar',
  'vapour-barrier': 'vapour-barrier',
  'roller-blind': 'roller-blind',
  'rain-jacket': ['jacket', 0],
  softshell: ['jacket', 1],
  fleece: ['jacket', 2],
  'safety-vest': 'vest',
  gloves: 'gloves',
  'winter-gloves': 'winter-gloves',
  'cordless-drill': ['drill', 0],
  'impact-driver': ['drill', 1],
  screwdriver: ['drill', 2],
  'old-drill': ['drill', 3],
  'roofing-hammer': 'hammer',
  'rubber-mallet': ['mallet', 0],
  'copper-hammer': ['mallet', 1],
  'tool-box': 'tool-box',
  organiser: 'organiser',
  'laser-level': 'laser-level',
  'head-lamp': 'headlamp',
  'work-light': 'lamp',
  mug: 'mug',
  'coffee-set': 'coffee-set',
  'cool-box': 'cool-box',
  'garden-lamp': 'garden-lamp',
  rewin: ['parcel', 1],
  sito: 'sieves',
  'in-a-box': ['parcel', 0],
};

/** Factory products by file name (`src/ui/media/picture-files.ts`). */
const products = [
  'ggl',
  'ggu',
  'gzx',
  'gpl',
  'gpu',
  'gtl',
  'blind',
  'brl',
  'bvn',
  'shutter',
  'sse',
  'nin',
  'naw',
  'flat',
  'cxd',
  'tunnel',
  'flashing',
  'efs',
  'smoke',
  'box',
];

/** Pictures for entries of the points history that aren't about a product. */
const eventPictures: Readonly<Record<string, Source>> = {
  training: 'helmet',
  service: 'hammer',
  voucher: 'voucher',
  card: 'club-card',
};

const roof = (declare: Shot['declare'] = {}): Shot => ({
  source: 'scenes/roof',
  declare,
  size: HERO,
});

/** A scene in the width of news pictures. */
const wideScene = (source: string, declare: Shot['declare'] = {}): Scene => ({
  shot: { source, declare, size: NEWS },
});

interface Scene {
  readonly shot: Shot;
  readonly crop?: OutputFile['crop'];
}

const flatRoof = wideScene('scenes/flatroof');
/** Snow takes ten times as long to render as slates, so one render serves both the hero and the news. */
const snow: Scene = {
  shot: { ...roof({ T: 1, Snow: 1 }), size: [1200, 800] },
  crop: [0, 50, 1200, 750],
};

/** Pictures of the demo's news and tutorials by key. */
export const news: Readonly<Record<string, Scene>> = {
  'double-points': flatRoof,
  'winter-fitting': snow,
  'training-dates': wideScene('scenes/training'),
  'label-place': wideScene('scenes/label'),
  'club-card': wideScene('scenes/card-table'),
  welcome: wideScene('scenes/roof', { T: 0, Wide: 1 }),
  flashing: wideScene('scenes/roof', { T: 1, Close: 1 }),
  blind: wideScene('scenes/attic', { Blind: 1 }),
};

const scenes: Readonly<Record<string, Scene & { readonly widths: readonly number[] }>> = {
  'roof-dawn': { shot: roof({ T: 0 }), widths: [1080, 1440] },
  'roof-day': { shot: roof({ T: 1 }), widths: [1080, 1440] },
  'roof-dusk': { shot: roof({ T: 2 }), widths: [1080, 1440] },
  'roof-dusk-unlit': { shot: roof({ T: 2, Lit: 0 }), widths: [1080, 1440] },
  'roof-night': { shot: roof({ T: 3 }), widths: [1080, 1440] },
  attic: { shot: { source: 'scenes/attic', size: HERO }, widths: [720, 1080, 1440] },
  flatroof: { ...flatRoof, widths: [720, 1080] },
  'roof-snow': { ...snow, widths: [720, 1080] },
};

/** The roof without its sky, placed over the sky that the app draws. */
const cutOuts: Readonly<Record<string, Shot['declare']>> = {
  day: { T: 1, Cut: 1 },
  dusk: { T: 2, Cut: 1 },
  night: { T: 3, Cut: 1 },
  lost: { T: 3, Lit: 0, Cut: 1 },
};

const square = (file: string, width: number) => ({ file, width, quality: SHARP_QUALITY });
const twoSquares = (folder: string, name: string) => [
  square(`public/pictures/${folder}/${name}.webp`, 224),
  square(`public/pictures/${folder}/${name}-448.webp`, 448),
];

function softFiles(path: string, widths: readonly number[], { crop }: Scene): OutputFile[] {
  const cropOption = crop ? { crop } : {};
  return widths.map((width) => ({
    file: `${path}-${width}.webp`,
    width,
    quality: SOFT_QUALITY,
    ...cropOption,
  }));
}

function goodsShot(source: Source): Shot {
  if (typeof source === 'string') return { source: `goods/${source}`, size: SQUARE };
  return { source: `goods/${source[0]}`, declare: { K: source[1] }, size: SQUARE };
}

function cutOut(name: string, declare: Shot['declare']): PlannedPicture {
  const file = (kind: string, width: number) =>
    `public/pictures/scenes/${kind}-${name}-${width}.webp`;
  return {
    name: `cut-${name}`,
    shot: { ...roof(declare), isCutOut: true },
    files: [
      ...[720, 1200].map((width) => ({
        file: file('cut', width),
        width,
        quality: SOFT_QUALITY,
        crop: [0, 520, 1440, 680] as const,
      })),
      {
        file: file('tile', 168),
        width: 168,
        quality: SOFT_QUALITY,
        crop: [170, 640, 660, 420] as const,
      },
    ],
  };
}

/** Names of the example country's pictures (`deploy/example-country`), by the names of the pictures in this file. */
const examples: Readonly<Record<string, string>> = {
  'cordless-drill': 'drill',
  'in-a-box': 'box',
  'rain-jacket': 'rain-jacket',
  gloves: 'gloves',
  fuel: 'fuel',
  banner: 'banner',
  'news-welcome': 'welcome',
};

/** Returns the demo's files of a picture, and copies of them if the example country uses the picture. */
function withExample(name: string, files: readonly OutputFile[]): OutputFile[] {
  const example = examples[name];
  if (example === undefined) return [...files];
  const copies = files.map((file, index) => ({
    ...file,
    file: `deploy/example-country/pictures/${example}${index === 0 ? '' : '.small'}.webp`,
  }));
  return [...files, ...copies];
}

/** All pictures to render, with their files. */
export const plannedPictures: readonly PlannedPicture[] = [
  ...Object.entries(goods).map(([name, source]) => ({
    name,
    shot: goodsShot(source),
    files: withExample(
      name,
      [800, 400].map((width) => ({
        ...square(`server/demo/pictures/${name}-${width}.webp`, width),
        ...(detailedPictures.has(name) ? { quality: SOFT_QUALITY } : {}),
      })),
    ),
  })),
  ...products.map((name) => ({
    name: `product-${name}`,
    shot: { source: `products/${name}`, size: SQUARE },
    files: twoSquares('products', name),
  })),
  ...Object.entries(eventPictures).map(([name, source]) => ({
    name: `thing-${name}`,
    shot: goodsShot(source),
    files: twoSquares('things', name),
  })),
  ...Object.entries(news).map(([name, scene]) => ({
    name: `news-${name}`,
    shot: scene.shot,
    files: withExample(
      `news-${name}`,
      softFiles(`server/demo/pictures/news-${name}`, [1280, 640], scene),
    ),
  })),
  ...Object.entries(scenes).map(([name, scene]) => ({
    name,
    shot: scene.shot,
    files: softFiles(`public/pictures/scenes/${name}`, scene.widths, scene),
  })),
  ...Object.entries(cutOuts).map(([name, declare]) => cutOut(name, declare)),
];
