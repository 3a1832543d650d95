import { CloudOff } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { loadPhoto } from '#src/features/job-photos/exports.tsx';

/** Called with a photo's id when this phone can't show the photo, and when it can again. */
type MissingListener = (id: string, isMissing: boolean) => void;

/** Collects the photos on the sheet that this phone can't show now. */
export function useMissingPhotos(): {
  missingIds: ReadonlySet<string>;
  onMissing: MissingListener;
} {
  const [missingIds, setMissingIds] = useState<ReadonlySet<string>>(new Set());
  const onMissing = useCallback<MissingListener>(
    (id, isMissing) =>
      setMissingIds((current) => {
        if (current.has(id) === isMissing) return current;
        return new Set(isMissing ? [...current, id] : [...current].filter((each) => each !== id));
      }),
    [],
  );
  return { missingIds, onMissing };
}

interface SheetPhotosProps {
  ids: readonly string[];
  /** Label of the photos for screen readers. Each photo's number is appended. */
  label: string;
  onMissing: MissingListener;
}

/** The photos of a sheet, from this device or the server. */
export function SheetPhotos({ ids, label, onMissing }: SheetPhotosProps) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
      {ids.map((id, index) => (
        <li key={id}>
          <SheetPhoto id={id} alt={`${label} ${index + 1}`} onMissing={onMissing} />
        </li>
      ))}
    </ul>
  );
}

interface SheetPhotoProps {
  id: string;
  alt: string;
  onMissing: MissingListener;
}

function SheetPhoto({ id, alt, onMissing }: SheetPhotoProps) {
  const src = useSheetPhoto(id);
  const isMissing = src === null;
  useEffect(() => {
    onMissing(id, isMissing);
    return () => onMissing(id, false);
  }, [id, isMissing, onMissing]);
  // Keeps the tile's place while the photo loads.
  return (
    <div className="grid aspect-4/3 place-items-center overflow-hidden rounded-card bg-surface-sunken">
      {isMissing && <CloudOff className="size-6 text-ink-soft" aria-hidden="true" />}
      {typeof src === 'string' && <img src={src} alt={alt} className="size-full object-cover" />}
    </div>
  );
}

/** Object URL of a photo; undefined while loading, null if neither the device nor the server has it now. */
function useSheetPhoto(id: string): string | null | undefined {
  const account = useAccount();
  const { transport } = useServices();
  const isOnline = useConnection() === 'online';
  const [src, setSrc] = useState<string | null>();
  const isLoaded = typeof src === 'string';
  useEffect(() => {
    if (isLoaded) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const fetchPhoto = () =>
      transport.fetchAttachment(id, { signal, userId: account.identity.user_id });
    loadPhoto(account, id, isOnline ? fetchPhoto : null)
      // If this fails, the photo is loaded again when the connection changes.
      .catch(() => null)
      .then((photo) => {
        if (!signal.aborted) setSrc(photo && URL.createObjectURL(photo));
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [account, transport, id, isOnline, isLoaded]);
  useEffect(() => (src ? () => URL.revokeObjectURL(src) : undefined), [src]);
  return src;
}
