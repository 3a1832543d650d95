import { useEffect, useState } from 'react';
import type { OrderFile } from '#schemas/order.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { drawableType } from './logo-rules.ts';

interface Shown {
  readonly uuid: string;
  readonly url: string;
}

/**
 * The logo as the address of a picture of this page; null where no browser draws it, and offline after a reload. It is asked for
 * from the server, which has what will be printed.
 */
export function useLogoPicture(logo: OrderFile | null): string | null {
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const online = useConnection() === 'online';
  const [shown, setShown] = useState<Shown | null>(null);
  const type = logo && drawableType(logo.name);
  const uuid = logo?.uuid;
  const isShown = shown?.uuid === uuid;

  useEffect(() => {
    if (uuid === undefined || type === null || isShown || !online) return undefined;
    const abort = new AbortController();
    transport.fetchOrderFile(uuid, { userId, signal: abort.signal }).then(
      (blob) => {
        if (abort.signal.aborted) return;
        // It comes as a download. In an `img` no drawing runs a script or loads anything.
        setShown({ uuid, url: URL.createObjectURL(blob.slice(0, blob.size, type)) });
      },
      // The preview says its name instead.
      () => undefined,
    );
    return () => abort.abort();
  }, [transport, userId, uuid, type, isShown, online]);
  useEffect(() => (shown === null ? undefined : () => URL.revokeObjectURL(shown.url)), [shown]);
  return shown !== null && shown.uuid === uuid ? shown.url : null;
}
