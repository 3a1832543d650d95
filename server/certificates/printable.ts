import { isPrintable } from '#schemas/printable.ts';

/**
 * Returns the path of the first text with a character that the certificate fonts lack, such as
 * `products.0.products.1.name`; null if all texts can be printed. Such a text is rejected, because the certificate
 * would otherwise show a placeholder box.
 */
export function findUnprintableField(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return isPrintable(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, child] of Object.entries(value)) {
    const unprintableField = findUnprintableField(child, path === '' ? key : `${path}.${key}`);
    if (unprintableField !== null) return unprintableField;
  }
  return null;
}
