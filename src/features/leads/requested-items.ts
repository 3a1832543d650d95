/** What a customer would like, a row each. Pure. */
import type { Lead } from '#schemas/lead.ts';
import { familyOf, type ProductFamily } from '#schemas/product-family.ts';

export interface RequestedItem {
  /** The letters of a label, or what the customer calls it; null for windows of any kind. */
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

/** The products asked for; the number of windows beside them only where they don't come to it. */
export function requestedItems(
  lead: Pick<Lead, 'products' | 'window_windows_number'>,
): readonly RequestedItem[] {
  const { products, window_windows_number: windows } = lead;
  const named = products.reduce(
    (sum, { type, quantity }) => sum + (windowFamilies.has(familyOf(type)) ? quantity : 0),
    0,
  );
  const isSaid = windows === null || windows === 0 || windows === named;
  return [...(isSaid ? [] : [{ type: null, quantity: windows }]), ...products];
}
