import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useInView } from '#src/ui/media/use-in-view.ts';
import type { LocalAccount } from '#sync/account.ts';
import { squarePhoto } from '#workers/image-worker-client.ts';
import type { JobPhoto } from './queries.ts';

/** Side of a thumbnail in pixels: a third of a phone's width at three pixels per point. */
const THUMBNAIL_SIDE = 320;
/** Maximum number of thumbnails in memory, about 25 kB each; more than a project can have. */
const MAX_THUMBNAILS = 60;

/** Thumbnails by photo id, so that a screen shows them immediately when the user comes back. */
const thumbnails = new Map<string, Blob>();

interface PhotoSource {
  /** Object URL; undefined while loading, or if there is nothing to draw. */
  readonly src: string | undefined;
  /** True if the image is neither on this device nor available from the server now. */
  readonly isMissing: boolean;
  /** Ref for the photo's element; the photo loads once the element is visible. */
  readonly ref: RefObject<HTMLElement | null>;
}

/**
 * Loads a photo once it's visible: from this device, otherwise from the server. The image worker draws
 * thumbnails one at a time, so that a screen with 40 photos never holds more than one original. The hook handles
 * only one photo, so use the photo's id as the component's key.
 */
export function usePhotoSource(photo: JobPhoto, size: 'thumbnail' | 'full'): PhotoSource {
  const account = useAccount();
  const { transport } = useServices();
  const online = useConnection() === 'online';
  const ref = useRef<HTMLElement>(null);
  const [src, setSrc] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const wasInView = useInView(ref, src === undefined);
  const { uuid, has_content: isOnServer } = photo;
  const canFetch = online && isOnServer;
  const shouldLoad = wasInView && src === undefined;

  useEffect(() => {
    if (!shouldLoad) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const fetchPhoto = () =>
      transport.fetchAttachment(uuid, { signal, userId: account.identity.user_id });
    const load = () => loadPhoto(account, uuid, canFetch ? fetchPhoto : null);
    const loading = size === 'thumbnail' ? loadThumbnail(uuid, load) : load();
    loading
      // If this fails, the photo is shown as missing, and loaded again when the connection changes or the screen opens.
      .catch(() => null)
      .then((blob) => {
        if (signal.aborted) return;
        if (blob) setSrc(URL.createObjectURL(blob));
        setMissing(!blob);
      })
      .catch(() => undefined);
    return () => controller.abort();
  }, [shouldLoad, canFetch, account, transport, uuid, size]);

  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return { src, isMissing: isMissing && src === undefined, ref };
}

/**
 * Reads a photo from this device, or fetches it if this device doesn't have it. Returns null if `fetchPhoto` is needed
 * but is null. Rejects if the fetch fails.
 * @param fetchPhoto null without a network, or if the server doesn't have the photo
 */
export async function loadPhoto(
  account: LocalAccount,
  uuid: string,
  fetchPhoto: (() => Promise<Blob>) | null,
): Promise<Blob | null> {
  const storedBytes = await account.attachments.read(uuid);
  if (storedBytes) return new Blob([storedBytes.bytes], { type: storedBytes.mime });
  return fetchPhoto && (await fetchPhoto());
}

async function loadThumbnail(uuid: string, load: () => Promise<Blob | null>): Promise<Blob | null> {
  const cachedThumbnail = thumbnails.get(uuid);
  if (cachedThumbnail) return cachedThumbnail;
  const photo = await load();
  if (photo === null) return null;
  const { bytes, mime } = await squarePhoto(photo, THUMBNAIL_SIDE);
  const thumbnail = new Blob([bytes], { type: mime });
  const [oldestId] = thumbnails.keys();
  if (thumbnails.size >= MAX_THUMBNAILS && oldestId !== undefined) thumbnails.delete(oldestId);
  thumbnails.set(uuid, thumbnail);
  return thumbnail;
}
