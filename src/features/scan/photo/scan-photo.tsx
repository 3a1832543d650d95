import type { ScanDocument } from '#schemas/scan.ts';
import { Thumbnail } from '#src/ui/thumbnail.tsx';
import { ProductPicture } from '../product/product-picture.tsx';
import { useScanPhoto } from './use-scan-photo.ts';

interface ScanPhotoProps {
  /** The key of a photo. */
  id: string;
  alt: string;
  /** Whether the server has it. */
  isStored?: boolean;
}

/** A photo that is kept on this device, or that the server has. */
export function ScanPhoto({ id, alt, isStored = false }: ScanPhotoProps) {
  const { src, ref } = useScanPhoto(id, isStored);
  return (
    <span ref={ref} className="shrink-0">
      <Thumbnail src={src} alt={alt} />
    </span>
  );
}

interface RowPhotoProps {
  scan: Pick<ScanDocument, 'type' | 'imageIdxDB' | 'image_data' | 'imageSent'>;
  alt: string;
}

/** The photo of a scan in a list, an icon while it can't be had; for one that has none, what such a product looks like. */
export function RowPhoto({ scan, alt }: RowPhotoProps) {
  const id = scan.imageIdxDB ?? scan.image_data;
  if (id === null) return <ProductPicture type={scan.type ?? ''} />;
  return <ScanPhoto id={id} alt={alt} isStored={scan.imageSent} />;
}
