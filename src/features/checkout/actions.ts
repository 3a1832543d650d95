/** How a checkout begins: with the cart, or with one product that is ordered by itself. */
import { type DirectProduct, saveCheckout, readCheckout } from './checkout-state.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** The cart is what is ordered; what was left of an earlier order is over. */
export function startCartOrder(store: Store, userId: string): void {
  begin(store, userId, null);
}

/** One product is ordered by itself, and not what is in the cart. */
export function startDirectOrder(store: Store, userId: string, direct: DirectProduct): void {
  begin(store, userId, direct);
}

function begin(store: Store, userId: string, direct: DirectProduct | null): void {
  const kept = readCheckout(store, userId);
  saveCheckout(store, userId, { ...kept, direct, delivery: null, refused: null, thanks: null });
}
