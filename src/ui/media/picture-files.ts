/**
 * Images shipped with the app in `public/pictures/`, created by `npm run pictures` from the same names
 * (`tools/pictures/list.ts`). Vendors' and editors' images come from the server instead.
 */

/** Folder, widths and aspect ratio of a kind of image. */
interface PictureKind {
  readonly folder: string;
  readonly names: readonly string[];
  /** In pixels, ascending. */
  readonly widths: readonly number[];
  /** Width by height. */
  readonly aspectRatio: readonly [number, number];
  /** Width that is precached with the app; null if cached on first use. */
  readonly precachedWidth: number | null;
  /** True for objects, which get a background; scenes fill their frame. */
  readonly isCutOut: boolean;
}

const objects = {
  widths: [224, 448],
  aspectRatio: [1, 1],
  precachedWidth: 224,
  isCutOut: true,
} as const;
const scenes = { folder: 'scenes', precachedWidth: null, isCutOut: false } as const;

const kinds = [
  {
    ...objects,
    folder: 'products',
    names: [
      ...(['ggl', 'ggu', 'gzx', 'gpl', 'gpu', 'gtl', 'blind', 'brl', 'bvn', 'shutter'] as const),
      ...(['sse', 'nin', 'naw', 'flat', 'cxd', 'tunnel', 'flashing', 'efs', 'smoke'] as const),
      'box',
    ],
  },
  { ...objects, folder: 'things', names: ['training', 'service', 'voucher', 'card'] },
  {
    ...scenes,
    names: ['roof-dawn', 'roof-day', 'roof-dusk', 'roof-dusk-unlit', 'roof-night'],
    widths: [1080, 1440],
    aspectRatio: [6, 5],
    precachedWidth: 1080,
  },
  { ...scenes, names: ['attic'], widths: [720, 1080, 1440], aspectRatio: [6, 5] },
  { ...scenes, names: ['flatroof', 'roof-snow'], widths: [720, 1080], aspectRatio: [8, 5] },
  {
    ...scenes,
    names: ['cut-day', 'cut-dusk', 'cut-night', 'cut-lost'],
    widths: [720, 1200],
    aspectRatio: [36, 17],
    precachedWidth: 720,
  },
  {
    ...scenes,
    names: ['tile-day', 'tile-dusk', 'tile-night', 'tile-lost'],
    widths: [168],
    aspectRatio: [11, 7],
    precachedWidth: 168,
  },
] as const satisfies readonly PictureKind[];

type NameIn<Kind> = Kind extends { folder: infer Folder; names: readonly (infer Name)[] }
  ? `${Folder & string}/${Name & string}`
  : never;
/** Folder and name: `products/ggl`, `scenes/roof-dusk`. */
export type PictureName = NameIn<(typeof kinds)[number]>;

/** Metadata of a picture. */
type PictureInfo = Omit<PictureKind, 'folder' | 'names'> & { readonly name: PictureName };

const pictures = kinds.flatMap(({ folder, names, widths, aspectRatio, precachedWidth, isCutOut }) =>
  names.map((fileName): PictureInfo => {
    // TypeScript can't pair the folder and name unions.
    const name = `${folder}/${fileName}` as PictureName;
    return { name, widths, aspectRatio, precachedWidth, isCutOut };
  }),
);
const byName: ReadonlyMap<PictureName, PictureInfo> = new Map(
  pictures.map((picture) => [picture.name, picture]),
);

export const pictureNames: readonly PictureName[] = [...byName.keys()];

export function pictureInfo(name: PictureName): PictureInfo {
  const picture = byName.get(name);
  if (!picture) throw new Error(`There is no picture ${name}.`);
  return picture;
}

/**
 * Returns the path of a picture file.
 * @param width one of its widths, in pixels
 */
export function pictureFile(name: PictureName, width: number): string {
  const { isCutOut, widths } = pictureInfo(name);
  // The small version of an object, used in rows, has no width in its name.
  const isPlain = isCutOut && width === widths[0];
  return isPlain ? `/pictures/${name}.webp` : `/pictures/${name}-${width}.webp`;
}

/** Paths precached with the app, so that the home screen and projects have their images offline. */
export const precachedPictures: readonly string[] = pictures.flatMap(({ name, precachedWidth }) =>
  precachedWidth === null ? [] : [pictureFile(name, precachedWidth)],
);

/** Product types with their own image; others use their family's. */
const productTypes: Readonly<Record<string, PictureName>> = {
  GGL: 'products/ggl',
  GGU: 'products/ggu',
  GZX: 'products/gzx',
  GPL: 'products/gpl',
  GPU: 'products/gpu',
  GTL: 'products/gtl',
  BDK: 'products/blind',
  BRL: 'products/brl',
  BVN: 'products/bvn',
  SRH: 'products/shutter',
  SSE: 'products/sse',
  NIN: 'products/nin',
  NAW: 'products/naw',
  CFP: 'products/flat',
  CXD: 'products/cxd',
  TRN: 'products/tunnel',
  EFW: 'products/flashing',
  EFS: 'products/efs',
  VSG: 'products/smoke',
};

/** Images of product families, by the first letters of the type. The first match wins. */
const productFamilies: readonly (readonly [letters: RegExp, name: PictureName])[] = [
  [/^GP/, 'products/gpl'],
  [/^GT/, 'products/gtl'],
  [/^G/, 'products/ggl'],
  [/^C/, 'products/flat'],
  [/^[BDFR]/, 'products/blind'],
  [/^S/, 'products/shutter'],
  [/^E/, 'products/flashing'],
  [/^N/, 'products/nin'],
  [/^T/, 'products/tunnel'],
  [/^VS/, 'products/smoke'],
];

/**
 * Returns a product's image.
 * @param type letters of its label, such as `GGL`; unknown types get the box
 */
export function productPicture(type: string): PictureName {
  const code = type.toUpperCase();
  const family = productFamilies.find(([letters]) => letters.test(code));
  return productTypes[code] ?? family?.[1] ?? 'products/box';
}
