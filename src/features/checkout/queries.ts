/** Reads the items about to be ordered. */
import { map, of, type Observable } from 'rxjs';
import { type CartItem, toCartItems } from '#schemas/cart.ts';
import { cartLines } from '#src/features/cart/queries.ts';
import { soldProductById } from '#src/features/shop/queries.ts';
import type { LocalAccount } from '#sync/account.ts';
import type { DirectProduct } from './checkout-state.ts';

/** A variant and its quantity. */
export interface OrderItem extends CartItem {
  readonly quantity: number;
}

/** The product ordered directly, or the cart's lines; empty if the product isn't available. */
export function orderItems(
  account: LocalAccount,
  directProduct: DirectProduct | null,
): Observable<readonly OrderItem[]> {
  if (directProduct === null) {
    return cartLines(account).pipe(map((lines) => lines.filter(({ quantity }) => quantity > 0)));
  }
  if (directProduct.quantity === 0) return of([]);
  return soldProductById(account, directProduct.product_uuid).pipe(
    map((product) => {
      const items = product ? toCartItems(product) : [];
      const item = items.find(({ uuid }) => uuid === directProduct.variant_uuid);
      return item ? [{ ...item, quantity: directProduct.quantity }] : [];
    }),
  );
}
