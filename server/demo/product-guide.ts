import { readFileSync } from 'node:fs';
import { type Kysely } from 'kysely';
import { parseSizeInCm, type ProductFamily } from '#schemas/product-family.ts';
import { type GuideModel, type GuideSize } from '#schemas/product-guide.ts';
import { regionCodes } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { type SetupGuide } from '../guide/setup-guide.ts';
import { readGuideFile, storeDocuments } from '../guide/store-documents.ts';
import { writeGuide } from '../guide/write-guide.ts';

/** Skylight's product guide: four generations of size codes. The demo's other data only uses the last one. */

/** Created by `tools/guide-documents.ts`. */
const folder = new URL('./guide-documents/', import.meta.url);

const CURRENT = '2014';
const pitchedSizes = [
  'CK02',
  'CK04',
  'CK06',
  'FK04',
  'FK06',
  'FK08',
  'MK04',
  'MK06',
  'MK08',
  'MK10',
  'PK06',
  'PK08',
  'PK10',
  'SK06',
  'SK08',
  'SK10',
  'UK04',
  'UK08',
  'UK10',
];
const flatRoofSizes = [
  '60x60',
  '80x80',
  '90x60',
  '90x90',
  '100x100',
  '120x90',
  '120x120',
  '150x150',
  '200x100',
];

const currentSizes: readonly GuideSize[] = [
  ...[...pitchedSizes, ...flatRoofSizes].map((code) => {
    const size = parseSizeInCm(code);
    if (size === null) throw new Error(`${code} isn’t a size.`);
    return { code, ...size, replacement: null };
  }),
  // Diameters of tunnels.
  { code: '010', width: 25, height: 25, replacement: null },
  { code: '014', width: 35, height: 35, replacement: null },
];

/** Creates a size of an earlier era. Its replacement is the current size for the same opening, if there is one. */
function earlierSize(code: string, width: number, height: number): GuideSize {
  const sameSize = currentSizes
    .slice(0, pitchedSizes.length)
    .find((size) => size.width === width && size.height === height);
  return { code, width, height, replacement: sameSize?.code ?? null };
}

/** Sizes from 2000: width and height in centimetres. Windows 70 cm wide have no successor. */
const sizes2000 = [
  ...currentSizes.slice(0, pitchedSizes.length),
  ...[98, 118, 140].map((height) => ({ width: 70, height })),
].map(({ width, height }) => earlierSize(`${width}/${height}`, width, height));

/** Sizes from 1986: a digit for the width and one for the height. */
const sizes1986 = [55, 66, 78, 94, 114, 134].flatMap((width, column) =>
  [78, 98, 118, 140, 160].map((height, row) =>
    earlierSize(`${column + 1}${row + 1}`, width, height),
  ),
);

/** Sizes from 1972: consecutive numbers. The codes 11 to 14 mean other sizes from 1986 on. */
const sizes1972 = [
  ...([
    [55, 78],
    [55, 98],
    [66, 98],
    [66, 118],
    [78, 98],
    [78, 118],
    [78, 140],
  ] as const),
  ...([
    [94, 140],
    [114, 118],
    [114, 140],
    [134, 98],
    [134, 140],
    [70, 118],
    [94, 160],
  ] as const),
].map(([width, height], index) => earlierSize(String(index + 1), width, height));

type ModelDetails = Partial<Omit<GuideModel, 'code' | 'era' | 'family'>>;

/**
 * Creates the models of an era.
 * @param years years in which most of the models were made
 */
function createModelFactory(era: string, years: Pick<GuideModel, 'from' | 'until'>) {
  return (code: string, family: ProductFamily, details: ModelDetails = {}): GuideModel => ({
    code,
    era,
    family,
    ...years,
    sizes: null,
    replacement: null,
    fits: [],
    documents: [],
    ...details,
  });
}

const woodDocuments = ['manual-window-en', 'manual-window-pl', 'care-wood-en', 'care-wood-pl'];
const plasticDocuments = ['manual-window-en', 'manual-window-pl', 'care-plastic-en'];
const oldDocuments = ['manual-replace-en', 'manual-replace-pl', 'care-wood-en', 'care-wood-pl'];
const blindDocuments = ['manual-blind-en', 'care-fabric-en'];
const flatRoofDocuments = ['manual-flat-en', 'care-plastic-en'];
const flashingDocuments = ['manual-flashing-en'];

const model1972 = createModelFactory('1972', { from: 1972, until: 1985 });
const model1986 = createModelFactory('1986', { from: 1986, until: 1999 });
const model2000 = createModelFactory('2000', { from: 2000, until: 2013 });
const model2014 = createModelFactory(CURRENT, { from: 2014, until: null });

const windows2014 = ['GGL', 'GGU', 'GPL', 'GPU', 'GTL', 'VSG'];
const windows2000 = ['GGL', 'GGU', 'GPL', 'GTL'];

const models: readonly GuideModel[] = [
  model1972('SW', 'centre_pivot', { replacement: 'GGL', documents: oldDocuments }),
  model1972('SR', 'roof_access', {
    sizes: ['7', '10'],
    replacement: 'GTL',
    documents: oldDocuments,
  }),
  model1972('SF', 'flashing', { until: 1990, fits: ['SW', 'SR'] }),
  model1972('SB', 'blind', { from: 1975, until: null, fits: ['SW'], documents: blindDocuments }),

  model1986('SW', 'centre_pivot', { replacement: 'GGL', documents: oldDocuments }),
  model1986('TW', 'top_hung', { from: 1990, replacement: 'GPL', documents: oldDocuments }),
  model1986('RW', 'roof_access', {
    sizes: ['34', '54'],
    replacement: 'GTL',
    documents: oldDocuments,
  }),
  model1986('LF', 'flashing', {
    until: 2006,
    fits: ['SW', 'TW', 'RW'],
    documents: flashingDocuments,
  }),
  model1986('LB', 'blind', { until: null, fits: ['SW', 'TW'], documents: blindDocuments }),
  model1986('LN', 'insect_screen', { from: 1992, until: null, fits: ['SW', 'TW'] }),

  model2000('GGL', 'centre_pivot', { replacement: 'GGL', documents: oldDocuments }),
  model2000('GGU', 'centre_pivot', { from: 2004, replacement: 'GGU', documents: oldDocuments }),
  model2000('GPL', 'top_hung', { replacement: 'GPL', documents: oldDocuments }),
  model2000('GTL', 'roof_access', {
    sizes: ['78/140', '114/140'],
    replacement: 'GTL',
    documents: oldDocuments,
  }),
  model2000('EFA', 'flashing', { until: null, fits: windows2000, documents: flashingDocuments }),
  model2000('BDA', 'blind', { until: null, fits: windows2000, documents: blindDocuments }),
  model2000('SRA', 'shutter', { until: 2018, replacement: 'SRH', fits: windows2000 }),
  model2000('NIA', 'insect_screen', { until: null, fits: windows2000 }),

  model2014('GGL', 'centre_pivot', { sizes: pitchedSizes, documents: woodDocuments }),
  model2014('GGU', 'centre_pivot', { sizes: pitchedSizes, documents: plasticDocuments }),
  model2014('GPL', 'top_hung', { sizes: pitchedSizes, documents: woodDocuments }),
  model2014('GPU', 'top_hung', { sizes: pitchedSizes, documents: plasticDocuments }),
  model2014('GTL', 'roof_access', { sizes: ['MK08', 'SK08'], documents: woodDocuments }),
  model2014('GZX', 'centre_pivot', {
    until: 2018,
    sizes: ['MK04', 'MK06'],
    replacement: 'GGL',
    documents: oldDocuments,
  }),
  model2014('VSG', 'smoke_vent', { sizes: ['MK08', 'SK08', 'UK08'], documents: woodDocuments }),
  model2014('CFP', 'flat_roof', { sizes: flatRoofSizes, documents: flatRoofDocuments }),
  model2014('CXD', 'flat_roof', {
    sizes: ['60x60', '90x60', '200x100'],
    documents: flatRoofDocuments,
  }),
  model2014('TRN', 'sun_tunnel', { sizes: ['010', '014'], documents: flatRoofDocuments }),
  model2014('EFW', 'flashing', {
    sizes: pitchedSizes,
    fits: windows2014,
    documents: flashingDocuments,
  }),
  model2014('EFS', 'flashing', {
    sizes: pitchedSizes,
    fits: windows2014,
    documents: flashingDocuments,
  }),
  model2014('BDK', 'blind', { sizes: pitchedSizes, fits: windows2014, documents: blindDocuments }),
  model2014('BRL', 'blind', { sizes: pitchedSizes, fits: windows2014, documents: blindDocuments }),
  model2014('BVN', 'blind', {
    sizes: ['MK04', 'MK06', 'SK06'],
    fits: windows2014,
    documents: blindDocuments,
  }),
  model2014('SRH', 'shutter', { sizes: pitchedSizes, fits: windows2014 }),
  model2014('SSE', 'shutter', { sizes: ['MK06', 'MK08', 'SK06', 'UK08'], fits: windows2014 }),
  model2014('NIN', 'insect_screen', { sizes: pitchedSizes, fits: windows2014 }),
  model2014('NAW', 'awning_blind', { sizes: ['MK06', 'SK06'], fits: windows2014 }),
];

/** Ids consist of the kind, subject and language; the files are in `guide-documents/`. */
const documents = [...new Set(models.flatMap((model) => model.documents))].map((id) => {
  const [kind, , language = ''] = id.split('-');
  return {
    id,
    kind: kind === 'care' ? ('care' as const) : ('manual' as const),
    language,
    file: `documents/${id}.pdf`,
  };
});

export const demoGuide: SetupGuide = {
  current_era: CURRENT,
  eras: [
    { id: '1972', sizes: sizes1972 },
    { id: '1986', sizes: sizes1986 },
    { id: '2000', sizes: sizes2000 },
    { id: CURRENT, sizes: [...currentSizes] },
  ],
  models: [...models],
  documents,
};

/** Stores the guide for all countries, with its documents, as setups do. */
export async function insertDemoGuide(db: Kysely<Database>): Promise<void> {
  const files = new Map(
    demoGuide.documents.map(({ id }) => {
      const file = readGuideFile(readFileSync(new URL(`${id}.pdf`, folder)));
      if ('problem' in file) throw new Error(`${id}: ${file.problem}`);
      return [id, file];
    }),
  );
  await storeDocuments(db, [...files.values()]);
  const withIds = demoGuide.documents.map((document) => ({
    ...document,
    file: files.get(document.id)?.uuid ?? '',
  }));
  await writeGuide(db, regionCodes, { ...demoGuide, documents: withIds });
}
