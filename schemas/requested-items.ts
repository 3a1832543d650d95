/** The products that a customer asked for. */
import type { Lead } from './lead.ts';
import { productFamilyOf, type ProductFamily } from './product-family.ts';

export interface RequestedItem {
  /** Product type as on a label, or the customer's own description; null for any window. */
  readonly type: string | null;
  readonly quantity: number;
}

const windowFamilies: ReadonlySet<ProductFamily> = new Set([
  'centre_pivot',
  'top_hung',
  'roof_access',
  'roof_window',
  'smoke_vent',
  'flat_roof',
]);

/**
 * Lists the requested products. If the windows among them don't add up to the requested number of windows, the list
 * starts with that number of unspecified windows.
 */
export function requestedItems(
  lead: Pick<Lead, 'products' | 'window_windows_number'>,
): readonly RequestedItem[] {
  const { products, window_windows_number: windows } = lead;
  const namedWindows = products.reduce(
    (sum, { type, quantity }) => sum + (windowFamilies.has(productFamilyOf(type)) ? quantity : 0),
    0,
  );
  const isCovered = windows === null || windows === 0 || windows === namedWindows;
  return [...(isCovered ? [] : [{ type: null, quantity: windows }]), ...products];
}
