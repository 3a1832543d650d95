import { useLingui } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import {
  EnlargeButton,
  EnlargedPictures,
} from '#src/features/_shared/listing/enlarged-pictures.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import { ProductPicture } from './product-picture.tsx';
import { useScanPhoto } from './use-scan-photo.ts';

interface ScanPhotoProps {
  /** Photo key. */
  id: string;
  alt: string;
  /** True if the server has it. */
  isStored?: boolean;
  /** Opens enlarged on press; not inside a pressable row. */
  canEnlarge?: boolean;
}

/** A photo from this device or the server. */
export function ScanPhoto({ id, alt, isStored = false, canEnlarge = false }: ScanPhotoProps) {
  const { t } = useLingui();
  const { src, ref } = useScanPhoto(id, isStored);
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
 * A scan's photo in a list, or an icon while it is unavailable. Without a photo, the picture of its
 * product family.
 */
export function RowPhoto({ scan, alt, canEnlarge = false }: RowPhotoProps) {
  const id = scan.imageIdxDB ?? scan.image_data;
  if (id === null) return <ProductPicture type={scan.type ?? ''} />;
  return <ScanPhoto id={id} alt={alt} isStored={scan.imageSent} canEnlarge={canEnlarge} />;
}
