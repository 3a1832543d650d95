import { useEffect, useState } from 'react';
import type { CartChange } from '#schemas/cart-rules.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { refreshCart } from './actions.ts';

/**
 * Refreshes the cart when it is opened and after reconnecting (spec 2 §4).
 * @returns the changes, until the screen is left or `clear` is called
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
      // On failure the cart stays unchanged; the server validates the order itself.
      () => undefined,
    );
  }, [account, call, online]);
  return { changes, clear: () => setChanges([]) };
}
