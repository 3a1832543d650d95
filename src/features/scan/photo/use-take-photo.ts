import { useState } from 'react';
import type { PhotoSubject, ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { shrinkPhoto } from '#workers/image-worker-client.ts';

interface PhotoTaking {
  readonly busy: boolean;
  readonly error: unknown;
  /** @param of what the photo shows */
  readonly take: (photo: Blob, of: PhotoSubject) => Promise<void>;
}

/**
 * Saves a photo for a scan: downscales it in the worker, writes and verifies it, then references
 * it. A failed save is reported and never counted (F21).
 */
export function useTakePhoto(scan: Pick<ScanDocument, 'uuid' | 'imageIdxDB'>): PhotoTaking {
  const account = useAccount();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const take = async (photo: Blob, of: PhotoSubject) => {
    setBusy(true);
    setError(null);
    try {
      const { bytes, mime } = await shrinkPhoto(photo);
      const id = await account.photos.save(bytes, mime);
      await account.scanCommands.editScan(scan.uuid, { imageIdxDB: id, photo_of: of });
      if (scan.imageIdxDB) await account.photos.discard(scan.imageIdxDB);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, take };
}
