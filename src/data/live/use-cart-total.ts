import { map } from 'rxjs';
import { piecesOf } from '#schemas/cart.ts';
import { useLiveQuery } from './use-live-query.ts';

/** How many pieces are in the cart on this device. */
export function useCartTotal(): number {
  const total = useLiveQuery(
    (account) => account.collections.cart.find().$.pipe(map(piecesOf)),
    [],
  );
  return total ?? 0;
}
