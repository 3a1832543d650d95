import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useServices } from '#src/data/services.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { Picture } from '#src/ui/media/picture.tsx';
import { productPicture } from '#src/ui/media/picture-files.ts';
import { useInView } from '#src/ui/media/use-in-view.ts';

interface ScanPhotoProps {
  /** Key of the stored photo. */
  id: string;
  alt: string;
  /** True if the server has the photo. */
  isOnServer?: boolean;
  /** True if a press opens the photo. Must be false inside a row that is pressable itself. */
  canEnlarge?: boolean;
}

/** A photo from this device or the server. */
export function ScanPhoto({ id, alt, isOnServer = false, canEnlarge = false }: ScanPhotoProps) {
  const { t } = useLingui();
  const { src, ref } = useScanPhoto(id, isOnServer);
  const picture = <Thumbnail src={src} alt={alt} />;
  return (
    <span ref={ref} className="shrink-0">
      {canEnlarge && src !== undefined ? (
        <EnlargedPictures group={id} pictures={[{ id, src, alt }]}>
          {(open) => (
            <EnlargeButton label={t`Enlarge: ${alt}`} onPress={() => open(0)}>
              {picture}
            </EnlargeButton>
          )}
        </EnlargedPictures>
      ) : (
        picture
      )}
    </span>
  );
}

interface RowPhotoProps {
  scan: Pick<ScanDocument, 'type' | 'imageIdxDB' | 'image_data' | 'imageSent'>;
  alt: string;
  canEnlarge?: boolean;
}

/**
 * A scan's photo in a list, or an icon while it's unavailable. Without a photo, the image of its product
 * family.
 */
export function RowPhoto({ scan, alt, canEnlarge = false }: RowPhotoProps) {
  const id = scan.imageIdxDB ?? scan.image_data;
  if (id === null) return <ProductPicture type={scan.type ?? ''} />;
  return <ScanPhoto id={id} alt={alt} isOnServer={scan.imageSent} canEnlarge={canEnlarge} />;
}

/**
 * Loads a scan's photo from this device, or from the server once the row is visible; doesn't save server
 * photos.
 * @param id photo key, the same on the device and the server
 * @param isOnServer true if the server has it
 * @returns `src`, undefined while there is nothing to draw; `ref` for the element
 */
function useScanPhoto(
  id: string,
  isOnServer: boolean,
): { src: string | undefined; ref: RefObject<HTMLSpanElement | null> } {
  const account = useAccount();
  const { transport } = useServices();
  const online = useConnection() === 'online';
  const ref = useRef<HTMLSpanElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [src, setSrc] = useState<string>();
  const wasInView = useInView(ref, isMissing);
  const shouldFetch = isMissing && wasInView && isOnServer && online && src === undefined;

  useEffect(() => {
    let isCancelled = false;
    // An unreadable photo appears as an icon; sending it reports the error.
    account.photos.read(id).then(
      (photo) => {
        if (isCancelled) return;
        if (photo) setSrc(URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime })));
        else setMissing(true);
      },
      () => undefined,
    );
    return () => {
      isCancelled = true;
    };
  }, [account, id]);

  useEffect(() => {
    if (!shouldFetch) return undefined;
    const controller = new AbortController();
    transport.fetchPhoto(id, { signal: controller.signal, userId: account.identity.user_id }).then(
      (blob) => {
        if (!controller.signal.aborted) setSrc(URL.createObjectURL(blob));
      },
      // Keep the icon. The photo is fetched again when the row mounts again.
      () => undefined,
    );
    return () => controller.abort();
  }, [shouldFetch, transport, account, id]);

  useEffect(() => (src === undefined ? undefined : () => URL.revokeObjectURL(src)), [src]);
  return { src, ref };
}

interface ProductPictureProps {
  /** Type on the label, such as `GGL`; empty if unknown. */
  type: string;
  /** `large` for a single product. */
  size?: 'small' | 'large';
}

/** Decorative picture of the product family. Precached with the app. */
export function ProductPicture({ type, size = 'small' }: ProductPictureProps) {
  return (
    <Picture
      name={productPicture(type)}
      sizes={size === 'small' ? '56px' : '112px'}
      alt=""
      className={classNames(
        'rounded-control card-line',
        size === 'small' ? 'size-[56px]' : 'size-28',
      )}
    />
  );
}
