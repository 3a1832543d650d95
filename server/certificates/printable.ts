import { isPrintable } from '#schemas/printable.ts';

/**
 * The first text of a value that has a letter which certificates can't be printed with: better refused than a box in
 * its place.
 * @returns where it is, for example `products.0.products.1.name`; null where everything can be printed
 */
export function findUnprintableField(value: unknown, place = ''): string | null {
  if (typeof value === 'string') return isPrintable(value) ? null : place;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = findUnprintableField(part, place === '' ? key : `${place}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
