import { useEffect, useState } from 'react';
import { pictureCalls } from '#schemas/api/picture-calls.ts';
import { isWebAddress } from '#schemas/marketing.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useDebouncedValue } from '#src/data/time/use-debounced.ts';

/** Debounce before a link's code is requested (spec 2 §5), in ms. */
const LINK_DEBOUNCE_MS = 1000;

interface Drawn {
  readonly link: string;
  readonly url: string;
}

/**
 * Returns the QR code of a link as an object URL; null while typing, offline, or without a link.
 * Never shows the code of a previous link.
 */
export function useQrCode(link: string): string | null {
  const { transport } = useServices();
  const { user_id: userId } = useAccount().identity;
  const online = useConnection() === 'online';
  const settled = useDebouncedValue(link, LINK_DEBOUNCE_MS);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const isDrawn = drawn?.link === settled;

  useEffect(() => {
    if (isDrawn || !online || !isWebAddress(settled)) return undefined;
    const abort = new AbortController();
    const input = { query: { data: settled } };
    transport.fetchDrawing(pictureCalls.qrCode, input, { userId, signal: abort.signal }).then(
      (blob) => {
        if (!abort.signal.aborted) setDrawn({ link: settled, url: URL.createObjectURL(blob) });
      },
      // The preview shows no code; retried with the next link or connection.
      () => undefined,
    );
    return () => abort.abort();
  }, [transport, userId, settled, isDrawn, online]);
  useEffect(() => (drawn === null ? undefined : () => URL.revokeObjectURL(drawn.url)), [drawn]);
  return drawn !== null && drawn.link === link ? drawn.url : null;
}
