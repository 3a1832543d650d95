import { type Area, areaOfFile, frameAreas } from '#src/i18n/areas.ts';

/** A language's texts are loaded in two parts: those of the first screens, and all others. */
export type CataloguePart = 'frame' | 'rest';

/** The areas that say a text, by the files it stands in; none for what stands outside of the features, too. */
export function areasOf(origins: readonly string[]): Area[] {
  const areas = origins.map(areaOfFile).filter((area) => area !== null);
  return areas.length < origins.length ? [] : [...new Set(areas)].toSorted();
}

/** The part that a text is loaded with: the frame, as soon as one of its files is in it. */
export function partOf(origins: readonly string[]): CataloguePart {
  const areas = areasOf(origins);
  return areas.length === 0 || areas.some((area) => frameAreas.includes(area)) ? 'frame' : 'rest';
}
