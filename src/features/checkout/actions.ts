/** Starts a checkout: of the cart, or of one product ordered directly. */
import { type DirectProduct, saveCheckout, readCheckout } from './checkout-state.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Starts an order of the cart; clears the state of an earlier checkout. */
export function startCartOrder(store: Store, userId: string): void {
  startOrder(store, userId, null);
}

/** Starts an order of one product, without the cart. */
export function startDirectOrder(store: Store, userId: string, directProduct: DirectProduct): void {
  startOrder(store, userId, directProduct);
}

function startOrder(store: Store, userId: string, directProduct: DirectProduct | null): void {
  const savedCheckout = readCheckout(store, userId);
  saveCheckout(store, userId, {
    ...savedCheckout,
    direct: directProduct,
    delivery: null,
    refused: null,
    thanks: null,
  });
}
