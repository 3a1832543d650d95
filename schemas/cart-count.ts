import type { CartLine } from './cart.ts';

/**
 * Counts the items in the cart. In a separate file, because every screen shows the count but doesn't need the
 * cart's other rules.
 */
export function countItems(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
