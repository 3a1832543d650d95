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
 * Returns the logo as an object URL; null if browsers can't draw it, or offline after a reload.
 * Fetched from the server, which has the file to be printed.
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
        // Served as a download, so the type is set here. In an `img` an SVG can't run scripts or
        // load resources.
        setShown({ uuid, url: URL.createObjectURL(blob.slice(0, blob.size, type)) });
      },
      // The preview shows its name instead.
      () => undefined,
    );
    return () => abort.abort();
  }, [transport, userId, uuid, type, isShown, online]);
  useEffect(() => (shown === null ? undefined : () => URL.revokeObjectURL(shown.url)), [shown]);
  return shown !== null && shown.uuid === uuid ? shown.url : null;
}
