/** The manufacturer's product guide: products of all years, their sizes, replacements and parts. */
import * as v from 'valibot';
import { productFamilies } from './product-family.ts';
import { uuid, wholeNumber, wholeNumberBetween } from './primitives.ts';

/** Maximum size of a country's guide as JSON, because every phone keeps it. */
export const MAX_GUIDE_BYTES = 250_000;
/** Maximum size of a PDF, in bytes. */
export const MAX_DOCUMENT_BYTES = 10_000_000;

/** Maximum number of products (each model in each of its sizes), to keep lookups fast on a phone. */
const MAX_ENTRIES = 20_000;

/** Code of a product or size, as printed: `GGL`, `MK06`, `78/118`. */
const code = v.pipe(v.string(), v.maxLength(12), v.regex(/^[A-Z0-9]+(?:[/x-][A-Z0-9]+)*$/));
const id = v.pipe(v.string(), v.maxLength(40), v.regex(/^[\w.-]+$/));
const year = wholeNumberBetween(1900, 2100);
const centimetres = wholeNumberBetween(1, 1000);

const guideSize = v.object({
  code,
  width: centimetres,
  height: centimetres,
  /** Code of the current size for the same opening; null if there is none. Ignored for current sizes. */
  replacement: v.nullable(code),
});
export type GuideSize = v.InferOutput<typeof guideSize>;

/** Years in which the same size codes were used. */
const guideEra = v.object({ id, sizes: v.pipe(v.array(guideSize), v.maxLength(500)) });
export type GuideEra = v.InferOutput<typeof guideEra>;

const guideModel = v.object({
  code,
  /** Era of its size codes. */
  era: id,
  family: v.picklist(productFamilies),
  /** First year of production. */
  from: year,
  /** Last year of production; null if it is still made. */
  until: v.nullable(year),
  /** Codes of its sizes; null for all sizes of its era. */
  sizes: v.nullable(v.pipe(v.array(code), v.maxLength(500))),
  /** Code of the current model that replaces it; null if there is none. Ignored while it is still made. */
  replacement: v.nullable(code),
  /** For a flashing, blind or other part: codes of the models of its era that it fits, in the same size. */
  fits: v.pipe(v.array(code), v.maxLength(200)),
  /** Ids of its documents. */
  documents: v.pipe(v.array(id), v.maxLength(50)),
});
export type GuideModel = v.InferOutput<typeof guideModel>;

/** `manual`: installation manual. `care`: care sheet. */
export const documentKinds = ['manual', 'care'] as const;

/** A PDF in one language. */
export const guideDocument = v.object({
  id,
  kind: v.picklist(documentKinds),
  language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)),
  /** Id of the file at `/files/guide/{file}.pdf`. */
  file: uuid,
  bytes: wholeNumber,
});
export type GuideDocument = v.InferOutput<typeof guideDocument>;

export const productGuide = v.object({
  /** Id of the era of current size codes. */
  current_era: id,
  eras: v.pipe(v.array(guideEra), v.minLength(1), v.maxLength(20)),
  models: v.pipe(v.array(guideModel), v.maxLength(1000)),
  documents: v.pipe(v.array(guideDocument), v.maxLength(500)),
});
export type ProductGuide = v.InferOutput<typeof productGuide>;

/** Fingerprint of a guide; devices fetch the guide again when it changes. */
const guideVersion = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const versionedGuide = v.object({ version: guideVersion, guide: productGuide });
export type VersionedGuide = v.InferOutput<typeof versionedGuide>;

/** A contradiction in a guide. */
interface GuideConflict {
  /** Dotted path inside the guide. */
  readonly path: string;
  /** The problem, as the rest of a sentence that starts with the path. */
  readonly text: string;
}

/** A guide whose documents may have file names instead of ids. */
type CheckedGuide = Omit<ProductGuide, 'documents'> & {
  readonly documents: readonly Pick<GuideDocument, 'id'>[];
};

/** Finds references to missing items, and duplicates, in a guide. */
export function findGuideConflicts(guide: CheckedGuide): GuideConflict[] {
  const { current_era, eras, models, documents } = guide;
  const conflicts: GuideConflict[] = [];
  const sizeCodesByEra = new Map(
    eras.map((era) => [era.id, new Set(era.sizes.map((size) => size.code))]),
  );
  const currentSizes = sizeCodesByEra.get(current_era);
  const currentModels = new Set(
    models
      .filter(({ era, until }) => era === current_era && until === null)
      .map(({ code }) => code),
  );
  const documentIds = new Set(documents.map((document) => document.id));
  const add = (path: string, problem: string) => conflicts.push({ path, text: problem });
  const requireKnown = (path: string, value: string, knownIds: ReadonlySet<string> | undefined) => {
    if (!knownIds?.has(value)) add(path, `isn’t in the product guide: ${value}.`);
  };
  if (!currentSizes) add('current_era', `isn’t in the product guide: ${current_era}.`);
  addRepeated(
    'eras',
    eras.map((era) => era.id),
    'id',
    conflicts,
  );
  addRepeated(
    'documents',
    documents.map((document) => document.id),
    'id',
    conflicts,
  );
  addRepeated(
    'models',
    models.map(({ era, code }) => `${code} (${era})`),
    'code',
    conflicts,
  );
  for (const [index, era] of eras.entries()) {
    const path = `eras.${index}.sizes`;
    addRepeated(
      path,
      era.sizes.map((size) => size.code),
      'code',
      conflicts,
    );
    for (const [position, { replacement }] of era.sizes.entries()) {
      if (replacement === null || era.id === current_era) continue;
      requireKnown(`${path}.${position}.replacement`, replacement, currentSizes);
    }
  }
  for (const [index, model] of models.entries()) {
    const path = `models.${index}`;
    const { from, until, replacement } = model;
    requireKnown(`${path}.era`, model.era, new Set(sizeCodesByEra.keys()));
    if (until !== null && until < from) add(`${path}.until`, 'is before the first year.');
    if (replacement !== null && until !== null) {
      requireKnown(`${path}.replacement`, replacement, currentModels);
    }
    const neighbours = new Set(
      models.filter(({ era }) => era === model.era).map(({ code }) => code),
    );
    const lists = [
      ['sizes', model.sizes ?? [], sizeCodesByEra.get(model.era)],
      ['fits', model.fits, neighbours],
      ['documents', model.documents, documentIds],
    ] as const;
    for (const [field, values, knownIds] of lists) {
      for (const [position, value] of values.entries()) {
        requireKnown(`${path}.${field}.${position}`, value, knownIds);
      }
    }
  }
  const sizeCount = (era: string) => sizeCodesByEra.get(era)?.size ?? 0;
  const total = models.reduce((sum, { era, sizes }) => sum + (sizes?.length ?? sizeCount(era)), 0);
  if (total > MAX_ENTRIES) add('models', `has more than ${MAX_ENTRIES} products in all sizes.`);
  return conflicts;
}

function addRepeated(
  path: string,
  values: readonly string[],
  field: string,
  conflicts: GuideConflict[],
): void {
  const seenIds = new Set<string>();
  for (const [index, value] of values.entries()) {
    if (seenIds.has(value)) {
      conflicts.push({ path: `${path}.${index}.${field}`, text: `occurs twice: ${value}.` });
    }
    seenIds.add(value);
  }
}
