/** Looks up products in the product guide by the text of a label or data plate. */
import {
  documentKinds,
  type GuideDocument,
  type GuideEra,
  type GuideModel,
  type GuideSize,
  type ProductGuide,
} from './product-guide.ts';
import { normaliseLine } from './normalise-text.ts';
import { normaliseSerial, splitSerial } from './serial-number.ts';

/** A model in one of its sizes. */
export interface GuideEntry {
  readonly era: GuideEra;
  readonly model: GuideModel;
  readonly size: GuideSize;
}

/**
 * Result for a plate. It's `several` if a code was reused or a part of it is missing, and `serial` for a serial number,
 * which doesn't identify a model. An unknown plate comes with the products whose codes differ by one character.
 */
type PlateLookup =
  | { readonly kind: 'found'; readonly entry: GuideEntry }
  | {
      readonly kind: 'several';
      readonly entries: readonly GuideEntry[];
      /** Part of the code that the text lacks. */
      readonly missing: 'model' | 'size' | null;
    }
  | { readonly kind: 'serial'; readonly code: string }
  | { readonly kind: 'unknown'; readonly closest: readonly GuideEntry[] };

/** Maximum number of similar products. */
const MAX_CLOSEST = 8;
/** Maximum number of parts of a plate's text that make up one code, such as the four of `GGL 78 x 118`. */
const MAX_PARTS = 4;
/** Maximum length of a plate's text; a longer one isn't a plate. */
const MAX_TEXT = 200;
/** A serial number or its first half: year, factory and more. */
const SERIAL = /^\d\d[A-Z][A-Z0-9]{3,9}$/;

/** Code as printed on plates: `GGL MK06`. */
export const plateCodeOf = ({ model, size }: GuideEntry): string => `${model.code} ${size.code}`;

/** Lists all products of the guide. */
export function listEntries(guide: ProductGuide): GuideEntry[] {
  return guide.models.flatMap((model) => {
    const modelEra = guide.eras.find(({ id }) => id === model.era);
    return modelEra ? sizesOf(model, modelEra).map((size) => ({ era: modelEra, model, size })) : [];
  });
}

function sizesOf({ sizes }: GuideModel, era: GuideEra): readonly GuideSize[] {
  return sizes === null ? era.sizes : era.sizes.filter(({ code }) => sizes.includes(code));
}

/**
 * Looks up the text of a plate, a label or its link.
 * @param eraId limits the search to this era, because some codes were reused
 */
export function lookUpPlate(guide: ProductGuide, text: string, eraId?: string): PlateLookup {
  const parts = splitPlate(text);
  const joinedParts = joinNeighbours(parts);
  const entries = listEntries(guide).filter(({ era }) => eraId === undefined || era.id === eraId);
  const adjacentEntries = entries.filter((entry) => joinedParts.has(entryKey(entry)));
  if (adjacentEntries.length > 0) return toResult(adjacentEntries);
  const modelMatches = entries.filter(({ model }) => parts.includes(keyOf(model.code)));
  const exactMatches = modelMatches.filter(({ size }) => joinedParts.has(keyOf(size.code)));
  if (exactMatches.length > 0) return toResult(exactMatches);

  const [first = '', second = '', ...others] = parts;
  if (SERIAL.test(first) && others.length === 0) {
    const { part1, part2 } = splitSerial(first);
    return { kind: 'serial', code: [part1, part2 + second].filter(Boolean).join('-') };
  }
  const typedParts = [...joinedParts];
  const closestEntries = entries
    .filter((entry) => typedParts.some((part) => isSimilar(part, entryKey(entry))))
    .slice(0, MAX_CLOSEST);
  const unknownPlate: PlateLookup = { kind: 'unknown', closest: closestEntries };
  // With a second part, the size is wrong, not missing.
  if (modelMatches.length > 0 && (parts.length === 1 || closestEntries.length === 0)) {
    return { kind: 'several', entries: modelMatches, missing: 'size' };
  }
  const sizeMatches = entries.filter(
    ({ model, size }) => model.fits.length === 0 && joinedParts.has(keyOf(size.code)),
  );
  if (sizeMatches.length === 0 || closestEntries.length > 0) return unknownPlate;
  return { kind: 'several', entries: sizeMatches, missing: 'model' };
}

function toResult(entries: readonly GuideEntry[]): PlateLookup {
  const [entry] = entries;
  return entry && entries.length === 1
    ? { kind: 'found', entry }
    : { kind: 'several', entries, missing: null };
}

/** Returns the text to look up, without a link's host and path. */
export function plateTextOf(text: string): string {
  const plate = normaliseLine(text);
  const link = /^\w+:\/\/.*[/?=](?<label>[^/?=]+)$/.exec(plate);
  return (link?.groups?.['label'] ?? plate).slice(0, MAX_TEXT);
}

/** Splits a plate's text into its parts, in upper case and with look-alikes from other scripts replaced. */
function splitPlate(text: string): string[] {
  return plateTextOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => normaliseSerial(part).value)
    .filter((part) => part !== '');
}

/** Joins adjacent parts, because spacing on plates varies: `GGL`, `GGLMK06`, `MK06`. */
function joinNeighbours(parts: readonly string[]): ReadonlySet<string> {
  const joinedParts = parts.flatMap((_part, start) => {
    const neighbours = parts.slice(start, start + MAX_PARTS);
    return neighbours.map((_last, index) => keyOf(neighbours.slice(0, index + 1).join('')));
  });
  return new Set(joinedParts);
}

/** Reduces a code to its letters and digits: `78/118` and `78 x 118` are the same. */
function keyOf(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(\d)X(\d)/g, '$1$2');
}

const entryKey = ({ model, size }: GuideEntry): string => keyOf(model.code + size.code);

/** True if one character was omitted, added, replaced or swapped with the next. */
function isSimilar(typedText: string, key: string): boolean {
  if (typedText.length < 3 || Math.abs(typedText.length - key.length) > 1) return false;
  let start = 0;
  while (start < typedText.length && typedText[start] === key[start]) start += 1;
  const [typedRest, keyRest] = [typedText.slice(start), key.slice(start)];
  const [first = '', second = ''] = typedRest;
  return (
    typedRest.slice(1) === keyRest ||
    typedRest === keyRest.slice(1) ||
    typedRest.slice(1) === keyRest.slice(1) ||
    second + first + typedRest.slice(2) === keyRest
  );
}

/**
 * Returns the current product for the same opening, which is the product itself if it's still made; null if there is
 * none.
 */
export function replacementOf(guide: ProductGuide, entry: GuideEntry): GuideEntry | null {
  const { model, size } = entry;
  if (model.until === null) return entry;
  const sizeCode = entry.era.id === guide.current_era ? size.code : size.replacement;
  const replacement = listEntries(guide).find(
    (candidate) =>
      candidate.era.id === guide.current_era &&
      candidate.model.until === null &&
      candidate.model.code === model.replacement &&
      candidate.size.code === sizeCode,
  );
  return replacement ?? null;
}

/** Lists a product's parts that are still made: flashings, blinds and others. */
export function partsFor(guide: ProductGuide, { era, model, size }: GuideEntry): GuideEntry[] {
  return listEntries(guide).filter(
    (part) =>
      part.era.id === era.id &&
      part.size.code === size.code &&
      part.model.until === null &&
      part.model.fits.includes(model.code),
  );
}

/** Lists the products that a part fits. */
export function productsFor(guide: ProductGuide, { era, model, size }: GuideEntry): GuideEntry[] {
  return listEntries(guide).filter(
    (product) =>
      product.era.id === era.id &&
      product.size.code === size.code &&
      model.fits.includes(product.model.code),
  );
}

/**
 * Lists a product's documents, one of each kind: in the user's language, otherwise in English, otherwise in any
 * language.
 */
export function documentsOf(
  guide: ProductGuide,
  { model }: GuideEntry,
  language: string,
): GuideDocument[] {
  const documents = guide.documents.filter((document) => model.documents.includes(document.id));
  const rank = (document: GuideDocument) =>
    [language, 'en'].includes(document.language) ? [language, 'en'].indexOf(document.language) : 2;
  const bestDocuments = new Map<GuideDocument['kind'], GuideDocument>();
  for (const document of documents.toSorted((a, b) => rank(a) - rank(b))) {
    if (!bestDocuments.has(document.kind)) bestDocuments.set(document.kind, document);
  }
  return documentKinds.flatMap((kind) => bestDocuments.get(kind) ?? []);
}
