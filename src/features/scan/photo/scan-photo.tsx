import type { ScanDocument } from '#schemas/scan.ts';
import { Thumbnail } from '#src/ui/thumbnail.tsx';
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
  scan: Pick<ScanDocument, 'imageIdxDB' | 'image_data' | 'imageSent'>;
  alt: string;
}

/** The photo of a scan in a list; nothing for one that has none, an icon while it can't be had. */
export function RowPhoto({ scan, alt }: RowPhotoProps) {
  const id = scan.imageIdxDB ?? scan.image_data;
  return id === null ? null : <ScanPhoto id={id} alt={alt} isStored={scan.imageSent} />;
}
