/** The numbers on the badges of the frame around the screens. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { map, of } from 'rxjs';
import { piecesOf } from '#schemas/cart-pieces.ts';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useOpenAccount } from '../account/account-context.tsx';
import { liveStore } from './live-store.ts';
import { useLiveQuery } from './use-live-query.ts';

/**
 * How many pieces of work the server does not have, refused ones and products without a project among them;
 * 0 while no account is open or counted. For the frame around the screens, which stands before the account does.
 */
export function useUnsentTotal(): number {
  return useUnsent(({ total }) => total);
}

/** How many of them are to be sent, or were refused: all but the products that are in no project yet. */
export function useToSendTotal(): number {
  return useUnsent(({ total, kinds }) => total - kinds.scan.captured);
}

/** How many scanned products wait for the person to put them into a project. */
export function useCapturedTotal(): number {
  return useUnsent(({ kinds }) => kinds.scan.captured);
}

function useUnsent(count: (unsent: UnsentCounts) => number): number {
  const account = useOpenAccount();
  const subscribe = useCallback(
    (listener: () => void) => {
      const watch = account?.status$.subscribe(listener);
      return () => watch?.unsubscribe();
    },
    [account],
  );
  return useSyncExternalStore(subscribe, () => {
    const unsent = account?.status().unsent;
    return unsent ? count(unsent) : 0;
  });
}

/** How many notifications the person has not opened; 0 while no account is open. */
export function useUnreadTotal(): number {
  const account = useOpenAccount();
  const store = useMemo(
    () =>
      liveStore(
        account?.collections.notifications.count({ selector: { mark: { $eq: 'unread' } } }).$ ??
          of(0),
      ),
    [account],
  );
  const state = useSyncExternalStore(store.subscribe, store.current);
  return state.name === 'value' ? state.value : 0;
}

/** How many pieces are in the cart on this device. */
export function useCartTotal(): number {
  const total = useLiveQuery(
    (account) => account.collections.cart.find().$.pipe(map(piecesOf)),
    [],
  );
  return total ?? 0;
}
