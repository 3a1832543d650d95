import { useEffect, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';

interface SheetPhotosProps {
  ids: readonly string[];
  /** Names the photos for screen readers, with their numbers. */
  label: string;
}

/** The photos of a sheet, from this device or the server. */
export function SheetPhotos({ ids, label }: SheetPhotosProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <SheetPhoto id={id} alt={`${label} ${index + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function SheetPhoto({ id, alt }: { id: string; alt: string }) {
  const src = usePhotoSource(id);
  // The tile keeps its place while the photo loads, or if it is on another device only.
  return (
    <div className="aspect-4/3 overflow-hidden rounded-card bg-surface-sunken">
      {src !== undefined && <img src={src} alt={alt} className="size-full object-cover" />}
    </div>
  );
}

/** Object URL of a photo; undefined while loading, and if neither device nor server has it now. */
function usePhotoSource(id: string): string | undefined {
  const account = useAccount();
  const { transport } = useServices();
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const load = async () => {
      const stored = await account.attachments.read(id);
      if (stored) return new Blob([stored.bytes], { type: stored.mime });
      return transport.fetchAttachment(id, { signal, userId: account.identity.user_id });
    };
    load().then(
      (blob) => {
        if (!signal.aborted) setSrc(URL.createObjectURL(blob));
      },
      // The tile stays empty; the document has the photo anyway.
      () => undefined,
    );
    return () => controller.abort();
  }, [account, transport, id]);
  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return src;
}
