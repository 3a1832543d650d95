import { type Area, areaOfFile, frameAreas } from '#src/i18n/areas.ts';

/** Texts are loaded in two parts: those for the first screens, then the rest. */
export type CataloguePart = 'frame' | 'rest';

/** Returns the areas that use a text, based on its source files. Empty if any file is outside the features. */
export function areasOf(origins: readonly string[]): Area[] {
  const areas = origins.map(areaOfFile).filter((area) => area !== null);
  return areas.length < origins.length ? [] : [...new Set(areas)].toSorted();
}

/** Returns the part that a text belongs to: `frame` if any of its source files may need it on the first screens. */
export function partOf(origins: readonly string[]): CataloguePart {
  const areas = areasOf(origins);
  return areas.length === 0 || areas.some((area) => frameAreas.includes(area)) ? 'frame' : 'rest';
}
