import { useEffect, useState } from 'react';
import { useAccount } from '#src/data/account-context.tsx';
import type { ScanDocument } from '#schemas/scan.ts';
import { Thumbnail } from '#src/ui/thumbnail.tsx';

interface ScanPhotoProps {
  /** The key of a photo kept on this device. */
  id: string;
  alt: string;
}

/** A photo that is kept on this device. */
export function ScanPhoto({ id, alt }: ScanPhotoProps) {
  const account = useAccount();
  const [src, setSrc] = useState<string>();

  useEffect(() => {
    let url: string | undefined;
    let gone = false;
    // A photo that can't be read shows as an icon; sending it tells what is wrong.
    void account.photos
      .read(id)
      .then((photo) => {
        if (!photo || gone) return;
        url = URL.createObjectURL(new Blob([photo.bytes], { type: photo.mime }));
        setSrc(url);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [account, id]);

  return <Thumbnail src={src} alt={alt} />;
}

interface RowPhotoProps {
  scan: Pick<ScanDocument, 'imageIdxDB' | 'image_data'>;
  alt: string;
}

/** The photo of a scan in a list; nothing for one that has none, an icon when only the server has it. */
export function RowPhoto({ scan, alt }: RowPhotoProps) {
  if (scan.imageIdxDB !== null) return <ScanPhoto id={scan.imageIdxDB} alt={alt} />;
  return scan.image_data === null ? null : <Thumbnail alt="" />;
}
