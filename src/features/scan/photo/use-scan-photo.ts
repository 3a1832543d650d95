import { useEffect, useRef, useState, type RefObject } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/**
 * Loads a scan's photo from this device, or from the server once the row is visible; server photos
 * aren't saved.
 * @param id photo key, the same on the device and the server
 * @param isStored true if the server has it
 * @returns `src`, undefined while there is nothing to draw; `ref` for the element
 */
export function useScanPhoto(
  id: string,
  isStored: boolean,
): { src: string | undefined; ref: RefObject<HTMLSpanElement | null> } {
  const account = useAccount();
  const { transport } = useServices();
  const online = useConnection() === 'online';
  const ref = useRef<HTMLSpanElement>(null);
  const [missing, setMissing] = useState(false);
  const [src, setSrc] = useState<string>();
  const wasInView = useInView(ref, missing);
  const asks = missing && wasInView && isStored && online && src === undefined;

  useEffect(() => {
    let gone = false;
    // An unreadable photo shows as an icon; sending it reports the error.
    account.photos.read(id).then(
      (photo) => {
        if (gone) return;
        if (photo) setSrc(URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime })));
        else setMissing(true);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [account, id]);

  useEffect(() => {
    if (!asks) return undefined;
    const abort = new AbortController();
    transport.fetchPhoto(id, { signal: abort.signal, userId: account.identity.user_id }).then(
      (blob) => {
        if (!abort.signal.aborted) setSrc(URL.createObjectURL(blob));
      },
      // Keep the icon; retried when the row is mounted again.
      () => undefined,
    );
    return () => abort.abort();
  }, [asks, transport, account, id]);

  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return { src, ref };
}

/** Returns true once the element has been visible. Observes only while `wanted`. */
function useInView(ref: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [wasVisible, setWasVisible] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!wanted || wasVisible || !element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setWasVisible(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, wanted, wasVisible]);
  return wasVisible;
}
