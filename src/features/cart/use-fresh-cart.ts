import { useEffect, useState } from 'react';
import type { CartChange } from '#schemas/cart-rules.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { refreshCart } from './actions.ts';

/**
 * Merges fresh data into the cart when it is opened, and when the network is back (spec 2 §4).
 * @returns what that has changed, until the cart is left or `clear` is called
 */
export function useCartRefresh(): { changes: readonly CartChange[]; clear: () => void } {
  const account = useAccount();
  const call = useCall();
  const online = useConnection() === 'online';
  const [changes, setChanges] = useState<readonly CartChange[]>([]);
  useEffect(() => {
    if (!online) return;
    refreshCart(account, call).then(
      (found) => setChanges((known) => [...known, ...found]),
      // Without an answer it stays as it was last seen; the order itself is judged by the server.
      () => undefined,
    );
  }, [account, call, online]);
  return { changes, clear: () => setChanges([]) };
}
