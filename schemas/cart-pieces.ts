import type { CartLine } from './cart.ts';

/** How many pieces: the number on the cart's button, which every screen shows, with no need of what else a cart is. */
export function countItems(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
