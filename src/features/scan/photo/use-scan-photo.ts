import { useEffect, useRef, useState, type RefObject } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';

/**
 * The picture of a scan: the one kept on this device, else the server's, which is asked for only once
 * the row is in sight and is kept nowhere but in this page.
 * @param id the photo's key, the same on the device and on the server
 * @param isStored whether the server has it
 * @returns what to draw, undefined while there is nothing; `ref` goes to the element it is drawn in
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
  const seen = useInView(ref, missing);
  const asks = missing && seen && isStored && online && src === undefined;

  useEffect(() => {
    let gone = false;
    // A photo that can't be read shows as an icon; sending it tells what is wrong.
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
      // The icon stays; it is asked for again when the row is opened again.
      () => undefined,
    );
    return () => abort.abort();
  }, [asks, transport, account, id]);

  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return { src, ref };
}

/** Whether an element has been in sight; watched only while somebody wants to know. */
function useInView(ref: RefObject<HTMLElement | null>, wanted: boolean): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!wanted || seen || !element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, wanted, seen]);
  return seen;
}
