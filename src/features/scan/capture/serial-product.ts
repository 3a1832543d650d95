import { useEffect, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { scansWithSerial } from '../queries.ts';
import { confirmProduct } from './confirmations.ts';

interface Product {
  readonly type: string;
  readonly size: string;
}

/**
 * Finds the product of a serial number: among this phone's scans, then in the registry if online. Saves
 * nothing.
 * @returns undefined while searching, null if unknown
 */
export function useSerialProduct(code: string): Product | null | undefined {
  const account = useAccount();
  const call = useCall();
  const isOnline = useConnection() === 'online';
  const [lookup, setLookup] = useState<{ key: string; product: Product | null }>();
  const key = `${code} ${isOnline}`;
  useEffect(() => {
    const controller = new AbortController();
    const find = async (): Promise<Product | null> => {
      const [scan] = await scansWithSerial(account, code);
      if (scan) return scan;
      if (!isOnline) return null;
      const verdict = await confirmProduct(call, { code }, { signal: controller.signal });
      if (!('product' in verdict)) return null;
      const { type, size } = verdict.product;
      return type === undefined || size === undefined ? null : { type, size };
    };
    void find()
      .catch(() => null)
      .then((product) => controller.signal.aborted || setLookup({ key, product }));
    return () => controller.abort();
  }, [account, call, code, isOnline, key]);
  return lookup?.key === key ? lookup.product : undefined;
}
