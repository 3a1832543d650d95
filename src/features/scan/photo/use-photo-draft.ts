import { useEffect, useState } from 'react';
import { markUnsaved } from '#src/data/drafts/unsaved-forms.ts';
import { shrinkPhoto } from '#workers/image-worker-client.ts';

interface Taken {
  /** Object URL for an immediate preview, before downscaling. */
  readonly url: string;
  /** The downscaled photo; null while the worker is busy. */
  readonly shrunk: { readonly bytes: ArrayBuffer; readonly mime: string } | null;
}

interface PhotoDraft {
  readonly taken: Taken | null;
  readonly error: unknown;
  readonly take: (photo: Blob) => Promise<void>;
}

/**
 * A photo not yet attached to a scan: shown at once, downscaled by the worker, saved by the caller.
 */
export function usePhotoDraft(): PhotoDraft {
  const [taken, setTaken] = useState<Taken | null>(null);
  const [error, setError] = useState<unknown>(null);
  const url = taken?.url;

  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);

  // No form field holds the photo, so mark it as unsaved work.
  const has = taken !== null;
  useEffect(() => (has ? markUnsaved() : undefined), [has]);

  const take = async (photo: Blob) => {
    const shown: Taken = { url: URL.createObjectURL(photo), shrunk: null };
    setTaken(shown);
    setError(null);
    // Ignore the result if another photo was taken meanwhile.
    const settle = (next: Taken | null) => setTaken((now) => (now === shown ? next : now));
    try {
      const { bytes, mime } = await shrinkPhoto(photo);
      settle({ ...shown, shrunk: { bytes, mime } });
    } catch (failure) {
      settle(null);
      setError(failure);
    }
  };
  return { taken, error, take };
}
