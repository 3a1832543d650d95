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
  /** The key of a photo. */
  id: string;
  alt: string;
  /** Whether the server has it. */
  isStored?: boolean;
  /** Whether a press enlarges it; not within a row that is pressed itself. */
  canEnlarge?: boolean;
}

/** A photo that is kept on this device, or that the server has. */
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

/** The photo of a scan in a list, an icon while it can't be had; for one that has none, what such a product looks like. */
export function RowPhoto({ scan, alt, canEnlarge = false }: RowPhotoProps) {
  const id = scan.imageIdxDB ?? scan.image_data;
  if (id === null) return <ProductPicture type={scan.type ?? ''} />;
  return <ScanPhoto id={id} alt={alt} isStored={scan.imageSent} canEnlarge={canEnlarge} />;
}
