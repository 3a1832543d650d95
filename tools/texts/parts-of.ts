import { areaOf, featureOf } from '#src/i18n/areas.ts';

/** The part that everything needs: the frame, the kit, the words for errors. Loaded before the first paint. */
export const START = 'start';

/**
 * The parts that a text belongs to, by the files it stands in: the areas of their features. What stands
 * outside of the features is there from the start; what is said in several areas, each of them brings.
 */
export function partsOf(origins: readonly string[]): string[] {
  const areas = origins.map(featureOf).map((name) => (name === null ? START : areaOf(name)));
  return areas.length === 0 || areas.includes(START) ? [START] : [...new Set(areas)].toSorted();
}
